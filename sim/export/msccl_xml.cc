// Writes and reads the XML with pugixml, one attribute for each member.
#include "sim/export/msccl.h"

#ifdef TOROID_HAS_PUGIXML
#include <algorithm>
#include <array>
#include <cstring>
#include <pugixml.hpp>

namespace toroid {
namespace {

struct KindName {
  MscclKind kind;
  const char* name;
};
constexpr std::array kKinds = {KindName{MscclKind::kSend, "s"}, KindName{MscclKind::kReceive, "r"},
                               KindName{MscclKind::kReceiveReduce, "rrc"},
                               KindName{MscclKind::kCopy, "cpy"},
                               KindName{MscclKind::kNothing, "nop"}};

template <class Value>
void Set(pugi::xml_node node, const char* name, Value value) {
  node.append_attribute(name) = value;
}

void SetPlace(pugi::xml_node node, const char* buffer, const char* offset, MscclPlace place) {
  Set(node, buffer, std::string(1, place.buffer).c_str());
  Set(node, offset, static_cast<long long>(place.chunk));
}

void AddStep(pugi::xml_node block, std::size_t number, const MscclStep& step) {
  pugi::xml_node node = block.append_child("step");
  Set(node, "s", static_cast<unsigned long long>(number));
  for (const auto& [kind, name] : kKinds)
    if (kind == step.kind) Set(node, "type", name);
  SetPlace(node, "srcbuf", "srcoff", step.from);
  SetPlace(node, "dstbuf", "dstoff", step.to);
  Set(node, "cnt", static_cast<long long>(step.count));
  Set(node, "depid", step.block);
  Set(node, "deps", step.step);
  Set(node, "hasdep", step.awaited ? 1 : 0);
}

int ChannelsOf(const MscclAlgorithm& algorithm) {
  int channels = 1;
  for (const MscclGpu& gpu : algorithm.gpus)
    for (const MscclBlock& block : gpu.blocks) channels = std::max(channels, block.channel + 1);
  return channels;
}

MscclPlace PlaceIn(pugi::xml_node node, const char* buffer, const char* offset) {
  return {node.attribute(buffer).value()[0], node.attribute(offset).as_llong(-1)};
}

MscclStep StepIn(pugi::xml_node node) {
  MscclStep step{.from = PlaceIn(node, "srcbuf", "srcoff"),
                 .to = PlaceIn(node, "dstbuf", "dstoff"),
                 .count = node.attribute("cnt").as_llong(-1),
                 .block = node.attribute("depid").as_int(-1),
                 .step = node.attribute("deps").as_int(-1),
                 .awaited = node.attribute("hasdep").as_int() != 0};
  for (const auto& [kind, name] : kKinds)
    if (std::strcmp(node.attribute("type").value(), name) == 0) step.kind = kind;
  return step;
}

struct TextWriter : pugi::xml_writer {
  explicit TextWriter(Stage& of) : stage(of) {}
  void write(const void* data, std::size_t size) override {
    stage.Tick(0);
    text.append(static_cast<const char*>(data), size);
  }

  Stage& stage;
  std::string text;
};

}  // namespace

std::string ToXml(const MscclAlgorithm& algorithm, std::string_view name,
                  const Progress& progress) {
  Stage stage(progress, "writing steps");
  pugi::xml_document document;
  pugi::xml_node root = document.append_child("algo");
  Set(root, "name", std::string(name).c_str());
  Set(root, "nchunksperloop", static_cast<long long>(algorithm.chunks));
  Set(root, "nchannels", ChannelsOf(algorithm));
  Set(root, "proto", "Simple");
  Set(root, "ngpus", static_cast<unsigned long long>(algorithm.gpus.size()));
  Set(root, "coll", algorithm.collective.c_str());
  Set(root, "inplace", algorithm.in_place ? 1 : 0);
  Set(root, "outofplace", algorithm.in_place ? 0 : 1);
  Set(root, "minBytes", 0);  // of any length
  Set(root, "maxBytes", 0);
  for (std::size_t g = 0; g < algorithm.gpus.size(); ++g) {
    const MscclGpu& gpu = algorithm.gpus[g];
    pugi::xml_node gpu_node = root.append_child("gpu");
    Set(gpu_node, "id", static_cast<unsigned long long>(g));
    Set(gpu_node, "i_chunks", static_cast<long long>(gpu.inputs));
    Set(gpu_node, "o_chunks", static_cast<long long>(gpu.outputs));
    Set(gpu_node, "s_chunks", static_cast<long long>(gpu.scratch));
    for (std::size_t b = 0; b < gpu.blocks.size(); ++b) {
      pugi::xml_node block = gpu_node.append_child("tb");
      Set(block, "id", static_cast<unsigned long long>(b));
      Set(block, "send", gpu.blocks[b].send);
      Set(block, "recv", gpu.blocks[b].receive);
      Set(block, "chan", gpu.blocks[b].channel);
      for (std::size_t s = 0; s < gpu.blocks[b].steps.size(); ++s) {
        stage.Tick();
        AddStep(block, s, gpu.blocks[b].steps[s]);
      }
    }
  }
  TextWriter writer(stage);
  document.save(writer, "  ", pugi::format_indent | pugi::format_no_declaration);
  return writer.text;
}

Result<MscclAlgorithm> ReadMsccl(std::string_view xml, const std::string& file) {
  pugi::xml_document document;
  const pugi::xml_parse_result parsed = document.load_buffer(xml.data(), xml.size());
  const pugi::xml_node root = document.child("algo");
  if (!parsed || !root)
    return Diagnostic{"--export", file, "is not an MSCCL file", "an XML document with an algo"};
  MscclAlgorithm algorithm{.collective = root.attribute("coll").value(),
                           .in_place = root.attribute("inplace").as_int() != 0,
                           .chunks = root.attribute("nchunksperloop").as_llong(),
                           .gpus = {}};
  for (const pugi::xml_node gpu_node : root.children("gpu")) {
    MscclGpu& gpu = algorithm.gpus.emplace_back();
    gpu.inputs = gpu_node.attribute("i_chunks").as_llong();
    gpu.outputs = gpu_node.attribute("o_chunks").as_llong();
    gpu.scratch = gpu_node.attribute("s_chunks").as_llong();
    for (const pugi::xml_node block_node : gpu_node.children("tb")) {
      MscclBlock& block = gpu.blocks.emplace_back();
      block.send = block_node.attribute("send").as_int(-1);
      block.receive = block_node.attribute("recv").as_int(-1);
      block.channel = block_node.attribute("chan").as_int(-1);
      for (const pugi::xml_node step : block_node.children("step"))
        block.steps.push_back(StepIn(step));
    }
  }
  return algorithm;
}

bool HasXml() { return true; }

}  // namespace toroid

#else
#include <cassert>

namespace toroid {

bool HasXml() { return false; }

std::string ToXml(const MscclAlgorithm& /*algorithm*/, std::string_view /*name*/,
                  const Progress& /*progress*/) {
  assert(false);
  return "";
}

Result<MscclAlgorithm> ReadMsccl(std::string_view /*xml*/, const std::string& /*file*/) {
  assert(false);
  return Diagnostics{};
}

}  // namespace toroid
#endif
