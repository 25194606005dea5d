// Where each flit of a run is in each cycle, from the movements of its result (docs/json.md). Nothing
// here knows how it is drawn.

const kMostLists = 4096; // of what is under way in so many cycles

// The virtual channel of each link of a route: 1 from the link that wraps an axis on, as long as the
// route stays on it. With routing tables channels are not known; then all are alike.
function channelsOf(host, route) {
  if (host.kind !== "torus" || host.dead || host.twists) return route.slice(1).map(() => 0);
  let [axis, channel] = [-1, 0];
  return route.slice(1).map((to, i) => {
    const [a, b] = [coordinatesOf(host, route[i]), coordinatesOf(host, to)];
    const now = a.findIndex((x, k) => x !== b[k]);
    if (now !== axis) [axis, channel] = [now, 0];
    if (Math.abs(a[now] - b[now]) > 1) channel = 1;
    return channel;
  });
}

// A train is flits of a message that enter in consecutive cycles and wait alike: `cross[i]` is how many
// cycles after its entry a flit begins to cross link i of the route, `leave` when it leaves.
function trainsOf(result) {
  const { movements, hop_cycles: hop, interface_latency: latency } = result;
  const channels = movements.routes.map((route) => channelsOf(result.host, route));
  return movements.messages.flatMap(([place, created, ...trains], message) => {
    const route = movements.routes[place];
    return trains.map(([enter, count, ...waits]) => {
      const cross = [];
      let due = 1;
      const waited = (i) => waits[i] === null ? Infinity : waits[i] || 0;
      for (let i = 0; i + 1 < route.length; ++i) {
        cross.push(due + waited(i));
        due = cross[i] + hop;
      }
      return { message, route, channels: channels[place], enter, count, cross, due: due + latency - 1,
        leave: due + latency - 1 + waited(route.length - 1) };
    });
  });
}

class Movements {
  constructor(result) {
    const { movements } = result;
    this.hop = result.hop_cycles;
    this.until = movements.until;
    this.end = Math.max(0, movements.until - 1); // the last cycle
    this.whole = movements.whole;
    this.onePort = !/, all ports/.test(result.network);
    this.trains = trainsOf(result);
    this.messages = movements.messages.map(([place, created, ...trains]) => ({ created, route: movements.routes[place],
      trains: [], flits: d3.sum(trains, (train) => train[1]) }));
    for (const train of this.trains) this.messages[train.message].trains.push(train);
    this.width = Math.max(64, Math.ceil(this.until / kMostLists));
    const count = Math.ceil(this.until / this.width) + 1;
    [this.moving, this.waiting] = [0, 1].map(() => Array.from({ length: count }, () => []));
    const add = (lists, from, to, item) => {
      for (let i = Math.floor(from / this.width); i < count && i * this.width <= to; ++i) lists[i].push(item);
    };
    for (const train of this.trains) add(this.moving, train.enter, train.enter + train.count - 1 + train.leave, train);
    this.messages.forEach(({ created, trains: [first] }, message) => {
      if (first && first.enter > created) add(this.waiting, created, first.enter - 1, message);
    });
  }

  // The trains that are under way in a cycle, and some that are not.
  movingIn(cycle) { return this.moving[Math.floor(cycle / this.width)] || []; }
  // The first cycle after this one in which flits enter.
  nextAfter(cycle) { return d3.min(this.trains.filter((train) => train.enter > cycle), (train) => train.enter) ?? this.end; }

  // What the flits of a cycle do: { train, first, last, at, from, to, since, until }, flits `first` to
  // `last` of the train, from 0 on. Each flit of `crossing` is on the link `from` `to` since a cycle;
  // those of `waiting` are in node `from` and want the link to `to`, or to leave if it is null. Those of
  // `entering` and `leaving` do so in this cycle at node `from`; `queued` messages wait to enter there.
  at(cycle) {
    const seen = { crossing: [], waiting: [], entering: [], leaving: [], queued: [] };
    for (const train of this.movingIn(cycle)) this.lookAt(train, cycle, seen);
    for (const message of this.waiting[Math.floor(cycle / this.width)] || []) {
      const { created, trains, route } = this.messages[message];
      if (created <= cycle && cycle < trains[0].enter) seen.queued.push({ message, from: route[0], to: route[1] });
    }
    return seen;
  }

  lookAt(train, cycle, seen) {
    const { route, cross, enter, count, due, leave } = train;
    const age = cycle - enter; // of the first flit; each other is a cycle younger than the one before
    // The flits of an age from `young` to `old`.
    const put = (list, young, old, place) => {
      const [first, last] = [Math.max(0, age - old), Math.min(count - 1, age - young)];
      if (first <= last) list.push({ train, first, last, ...place });
    };
    put(seen.entering, 0, 0, { from: route[0] });
    let arrived = 1;
    for (let i = 0; i < cross.length; ++i) {
      const [from, to] = [route[i], route[i + 1]];
      put(seen.waiting, arrived, cross[i] - 1, { from, to, at: i, since: arrived, until: cross[i] });
      // One flit in each cycle of the hop, so that each has its own place on the link.
      for (let on = 0; on < this.hop; ++on)
        put(seen.crossing, cross[i] + on, cross[i] + on, { from, to, at: i, on });
      if (cross[i] === Infinity) return;
      arrived = cross[i] + this.hop;
    }
    const from = route[route.length - 1];
    put(seen.waiting, due, leave - 1, { from, to: null, at: cross.length, since: due, until: leave });
    put(seen.leaving, leave, leave, { from });
  }

  // Whom flits wait for that want a link in this cycle, or to leave a node: { message, how }. Flits of a
  // message are behind each other, so a message that waits for itself waits for its flits ahead.
  blockerOf(mark, cycle, seen) {
    const { train, from, to, at } = mark;
    const { route, channels, message } = train;
    const ahead = this.aheadOf(mark, seen);
    if (ahead) return { message: ahead.train.message, how: "which is ahead in the same buffer" };
    if (to === null) {
      const leaves = seen.leaving.find((one) => one.from === from &&
        (this.onePort || one.train.route[one.train.route.length - 2] === route[at - 1]));
      return leaves ? { message: leaves.train.message, how: "which leaves" } : { message: null, how: "its receiver" };
    }
    const crosses = seen.crossing.find((one) => one.from === from && one.to === to && one.on === 0);
    if (crosses) return { message: crosses.train.message, how: "which crosses this link" };
    const holder = this.holderOf(from, to, channels[at], cycle);
    if (holder !== undefined && holder !== message) return { message: holder, how: "which holds this link" };
    const next = seen.waiting.find((one) => one.from === to && one.at > 0 && one.train.route[one.at - 1] === from &&
      one.train.channels[one.at - 1] === channels[at]);
    if (next) return { message: next.train.message, how: `which fills the buffer in node ${to}` };
    return { message: null, how: "room behind this link" };
  }

  // The cycle in which the first flit of a mark came to its node.
  arrivalOf({ train, first, at }) {
    return train.enter + first + (at === 0 ? 1 : train.cross[at - 1] + this.hop);
  }

  // The flits that came to the node before those of the mark, by the same channel of the same link or
  // injector, and are still there; the last of these.
  aheadOf(mark, seen) {
    const { train, from, at } = mark;
    const same = (one) => one.at === 0 && at === 0 ? this.onePort || one.train.route[1] === train.route[1]
      : one.at > 0 && at > 0 && one.train.route[one.at - 1] === train.route[at - 1] && one.train.channels[one.at - 1] === train.channels[at - 1];
    const before = [...seen.waiting, ...seen.crossing.filter((one) => one.on === 0)].filter((one) => one.from === from && same(one) &&
      this.arrivalOf(one) < this.arrivalOf(mark));
    return d3.greatest(before, (one) => this.arrivalOf(one));
  }

  // The message of which some flits have crossed a channel of the link and others have not.
  holderOf(from, to, channel, cycle) {
    for (const train of this.movingIn(cycle)) {
      const at = train.route.findIndex((node, i) => node === from && train.route[i + 1] === to);
      if (at < 0 || train.channels[at] !== channel) continue;
      const { trains } = this.messages[train.message];
      const [head, tail] = [trains[0], trains[trains.length - 1]];
      if (head.enter + head.cross[at] < cycle && cycle < tail.enter + tail.count - 1 + tail.cross[at]) return train.message;
    }
    return undefined;
  }

  // Whom a message waits for that has not begun to enter.
  entrantBefore({ message, from, to }, cycle) {
    const before = this.movingIn(cycle).find((train) => {
      const { route, trains } = this.messages[train.message];
      const tail = trains[trains.length - 1];
      return train.message !== message && route[0] === from && (this.onePort || route[1] === to) &&
        trains[0].enter <= cycle && cycle <= tail.enter + tail.count - 1;
    });
    return before ? before.message : null;
  }
}
