// Chromium driven over its DevTools protocol: commands and events as JSON on two pipes, each ended by a
// zero byte.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const kPatience = 30_000; // milliseconds
const kAutoAttach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };

class Browser {
  constructor(process, profile) {
    [this.process, this.profile] = [process, profile];
    [this.sent, this.waiting, this.listeners] = [0, new Map(), new Map()];
    let text = "";
    process.stdio[4].setEncoding("utf8").on("data", (part) => {
      const messages = (text + part).split("\0");
      text = messages.pop();
      messages.forEach((message) => this.receive(JSON.parse(message)));
    });
    process.on("exit", () => {
      for (const { reject } of this.waiting.values()) reject(new Error("Chromium has ended"));
    });
  }

  receive({ id, result, error, method, params, sessionId }) {
    if (id === undefined) return this.listeners.get(sessionId)?.(method, params);
    const { resolve, reject } = this.waiting.get(id);
    this.waiting.delete(id);
    return error ? reject(new Error(error.message)) : resolve(result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.sent;
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  // A page that may fetch nothing but what begins with `home`.
  async newPage(home = "file:") {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, targetId, sessionId, home);
    this.listeners.set(sessionId, (method, params) => page.hear(method, params));
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await page.send(`${domain}.enable`);
    await page.send("Target.setAutoAttach", kAutoAttach);
    return page;
  }

  async close() {
    const ended = once(this.process, "exit");
    this.send("Browser.close").catch(() => {});
    await ended;
    rmSync(this.profile, { recursive: true, maxRetries: 5 });
  }
}

class Page {
  constructor(browser, target, session, home) {
    [this.browser, this.target, this.session, this.home] = [browser, target, session, home];
    [this.errors, this.loads] = [[], 0]; // what went wrong on the page, and what it fetched
    this.children = new Map(); // its workers and its frames of other origins, by kind: the newest
  }

  // What a child does wrong is the page's.
  adopt({ sessionId, targetInfo: { type, targetId } }) {
    const child = new Page(this.browser, targetId, sessionId, this.home);
    child.errors = this.errors;
    this.children.set(type, child);
    this.browser.listeners.set(sessionId, (method, params) => child.hear(method, params));
    for (const domain of ["Runtime", "Log", "Network"]) child.send(`${domain}.enable`).catch(() => {});
    child.send("Target.setAutoAttach", kAutoAttach).catch(() => {});
    child.send("Runtime.runIfWaitingForDebugger").catch(() => {}); // it may have gone
  }

  send(method, params) { return this.browser.send(method, params, this.session); }

  hear(method, params) {
    if (method === "Target.attachedToTarget") this.adopt(params);
    if (method === "Page.loadEventFired") ++this.loads;
    if (method === "Runtime.consoleAPICalled" && params.type === "error")
      this.errors.push(params.args.map((one) => one.value ?? one.description).join(" "));
    if (method === "Log.entryAdded" && params.entry.level === "error") this.errors.push(params.entry.text);
    if (method === "Runtime.exceptionThrown") this.errors.push(params.exceptionDetails.exception?.description ?? "an exception");
    if (method === "Network.requestWillBeSent" && ![this.home, `blob:${this.home}`].some((begin) => params.request.url.startsWith(begin)))
      this.errors.push(`fetches ${params.request.url}`);
  }

  async run(expression, returnByValue = true) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  // A function that runs on the page: of these values, of the first element that a selector finds, or of
  // all that it finds.
  evaluate(code, ...values) { return this.run(`(${code})(...${JSON.stringify(values)})`); }
  one(selector, code) { return this.run(`(${code})(document.querySelector(${JSON.stringify(selector)}))`); }
  all(selector, code) { return this.run(`(${code})([...document.querySelectorAll(${JSON.stringify(selector)})])`); }

  async until(code, ...values) {
    for (const end = Date.now() + kPatience; !(await this.evaluate(code, ...values)); await pause(20))
      if (Date.now() > end) throw new Error(`never became true: ${code}`);
  }

  async open(url) {
    const before = this.loads;
    await this.send("Page.navigate", { url });
    for (const end = Date.now() + kPatience; this.loads === before; await pause(20))
      if (Date.now() > end) throw new Error(`${url} does not load`);
  }

  async press(key, code, text = undefined) {
    for (const type of ["keyDown", "keyUp"])
      await this.send("Input.dispatchKeyEvent", { type, key, code: key, windowsVirtualKeyCode: code, text });
  }

  async click(selector) {
    const [x, y] = await this.one(selector, (element) => {
      element.scrollIntoView({ block: "center" });
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    });
    for (const type of ["mousePressed", "mouseReleased"])
      await this.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
  }

  resize(width, height) {
    return this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
  }

  prefer(scheme, motion = "") {
    return this.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme },
      { name: "prefers-reduced-motion", value: motion }] });
  }

  point(x, y) { return this.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y }); }

  // A picture of the whole page, in base 64 too.
  async screenshot(file) {
    const { cssContentSize: { width, height } } = await this.send("Page.getLayoutMetrics");
    const clip = { x: 0, y: 0, width, height, scale: 1 };
    const { data } = await this.send("Page.captureScreenshot", { captureBeyondViewport: true, clip });
    writeFileSync(file, Buffer.from(data, "base64"));
    return data;
  }

  close() { return this.browser.send("Target.closeTarget", { targetId: this.target }); }
}

export function launch(executable) {
  const profile = mkdtempSync(join(tmpdir(), "toroid-browser."));
  const process = spawn(executable, ["--headless=new", "--remote-debugging-pipe", `--user-data-dir=${profile}`,
    "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  return new Browser(process, profile);
}
