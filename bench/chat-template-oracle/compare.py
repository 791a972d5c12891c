#!/usr/bin/env python3
"""Renders random conversations with Jinja2, as Hugging Face's apply_chat_template does, and with Facsimile,
and counts where the two differ. See README.md beside this file."""
import argparse, datetime, json, pathlib, random, subprocess, sys, tempfile

import jinja2
from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.sandbox import ImmutableSandboxedEnvironment

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "trace/src/test/resources/chat-templates"
NOW = datetime.datetime(2025, 3, 9, 14, 5, 6)
TOKENS = {"bos_token": "<s>", "eos_token": "</s>", "pad_token": {"content": "<pad>"}}


class Generation(Extension):
    """The generation tag, as a block that prints its body."""
    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return nodes.CallBlock(self.call_method("_body"), [], [], body).set_lineno(line)

    def _body(self, caller):
        return caller()


def environment():
    def raise_exception(message):
        raise jinja2.exceptions.TemplateError(message)

    def tojson(x, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
        return json.dumps(x, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)

    env = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[Generation, jinja2.ext.loopcontrols])
    env.filters["tojson"] = tojson
    env.globals["raise_exception"] = raise_exception
    env.globals["strftime_now"] = lambda form: NOW.strftime(form)
    return env


WORDS = ["the", "hello", "Ünïcode", "日本語", "🙂", "a\nb", "it's", '"quoted"', "<think>", "</think>", "code: {x}",
         "tab\there", "<|im_end|>", "#", "é\u0301", "3.14", "{{ no }}", "\\n", "end.", "\u2028", "\x1f", "e", "ß", "don't"]


def text(rng):
    kind = rng.random()
    if kind < 0.08:
        return ""
    if kind < 0.12:
        return "  \n " + rng.choice(WORDS) + " \n\n"
    if kind < 0.2:
        return "<think>\nwhy " + rng.choice(WORDS) + "\n</think>\n\n" + rng.choice(WORDS)
    if kind < 0.24:
        return "<tool_response>x</tool_response>"
    return " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 12)))


def value(rng, depth=0):
    kind = rng.randrange(9 if depth < 2 else 6)
    return [rng.randint(-5, 10**rng.randint(0, 22)), rng.choice([1.5, 0.1, 1e22, 1e-7, 100.0, -0.0, 123456.789]), True,
            None, text(rng), rng.random(), [], [value(rng, depth + 1) for _ in range(2)] if depth < 2 else 0,
            {rng.choice(WORDS): value(rng, depth + 1), "k": 1} if depth < 2 else 0][kind]


def call(rng):
    name = rng.choice(["search", "get_weather", "f"])
    arguments = {rng.choice(["q", "city", "n"]): value(rng) for _ in range(rng.randint(0, 3))}
    function = {"name": name, "arguments": json.dumps(arguments) if rng.random() < 0.15 else arguments}
    identifier = "abcdef123" if rng.random() < 0.9 else "x"
    return {"id": identifier, "type": "function", "function": function}


def spec(rng, depth=0):
    kind = rng.choice(["string", "integer", "number", "boolean", "array", "object", "both", "odd"])
    if kind == "array" and depth < 2:
        return {"type": "array", "items": spec(rng, depth + 1)}
    if kind == "object" and depth < 2:
        return {"type": "object", "additionalProperties": spec(rng, depth + 1)}
    if kind == "both":
        return {"type": ["string", "integer"], "description": text(rng)}
    return {"type": "string" if kind == "odd" else kind, "description": text(rng), "enum": ["a", 1, "é"]}


def tool(rng):
    properties = {rng.choice(["q", "city", "items", "keys", "größe"]): spec(rng) for _ in range(rng.randint(0, 3))}
    parameters = {"type": "object", "properties": properties, "required": list(properties)[:1]}
    function = {"name": rng.choice(["search", "f"]), "description": text(rng), "parameters": parameters}
    if rng.random() < 0.2:
        function["return"] = spec(rng)
    return {"type": "function", "function": function}


def alternating(rng):
    """What the strictest template takes."""
    messages = [{"role": "system", "content": text(rng)}] if rng.random() < 0.5 else []
    for _ in range(rng.randint(0, 4)):
        messages += [{"role": "user", "content": text(rng)}, {"role": "assistant", "content": text(rng)}]
    messages.append({"role": "user", "content": text(rng)})
    tools = [tool(rng) for _ in range(rng.randint(1, 3))] if rng.random() < 0.3 else None
    return {"messages": messages, "tools": tools, "add_generation_prompt": rng.random() < 0.7}


def conversation(rng):
    if rng.random() < 0.5:
        return alternating(rng)
    messages = []
    if rng.random() < 0.5:
        messages.append({"role": "system", "content": text(rng)})
    for _ in range(rng.randint(0 if messages else 1, 4)):
        messages.append({"role": "user", "content": text(rng)})
        if rng.random() < 0.3:
            messages.append({"role": "assistant", "content": rng.choice([None, "", text(rng)]),
                             "tool_calls": [call(rng) for _ in range(rng.choice([1, 1, 2]))]})
            for _ in range(rng.choice([1, 1, 2])):
                messages.append({"role": "tool", "tool_call_id": "abcdef123", "content": text(rng)})
        if rng.random() < 0.8:
            answer = {"role": "assistant", "content": text(rng)}
            if rng.random() < 0.2:
                answer["reasoning_content"] = text(rng)
            messages.append(answer)
    odd = rng.random()
    if odd < 0.05:
        rng.shuffle(messages)
    elif odd < 0.1:
        rng.choice(messages)["content"] = None
    elif odd < 0.15:
        rng.choice(messages)["content"] = [{"type": "text", "text": text(rng)}, {"type": "image"}]
    elif odd < 0.18:
        messages.append({"role": "critic", "content": text(rng)})
    elif odd < 0.2:
        rng.choice(messages).pop("content")
    tools = [tool(rng) for _ in range(rng.randint(1, 3))] if rng.random() < 0.4 else None
    return {"messages": messages, "tools": tools, "add_generation_prompt": rng.random() < 0.7}


def expected(template, config, case):
    tokens = {k: v["content"] if isinstance(v, dict) else v for k, v in config.items()
              if k in ("bos_token", "eos_token", "pad_token", "unk_token") and v is not None}
    try:
        return {"prompt": template.render(documents=None, **tokens, **case)}
    except Exception as problem:  # whatever Python raises, there is no prompt
        return {"refused": str(problem)}


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--jar", default=ROOT / "cli/target/facsimile.jar", help="classes of Facsimile, a class path")
    options.add_argument("--conversations", type=int, default=300, help="for each template")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--config", action="append", default=[], help="a further tokenizer_config.json")
    options.add_argument("--golden", type=int, default=0, help="write the first N of each template's own cases as the tests' expectation")
    chosen = options.parse_args()
    env = environment()
    with tempfile.TemporaryDirectory() as scratch:
        configs = {}
        for file in sorted(TEMPLATES.glob("*.jinja")):
            configs[file.stem] = TOKENS | {"chat_template": file.read_text()}
        for file in chosen.config:
            configs[pathlib.Path(file).parent.name] = json.loads(pathlib.Path(file).read_text())
        cases, golden = [], []
        for name, config in configs.items():
            folder = pathlib.Path(scratch, name)
            folder.mkdir()
            (folder / "tokenizer_config.json").write_text(json.dumps(config))
            template = env.from_string(config["chat_template"])
            rng = random.Random(f"{chosen.seed} {name}")
            for i in range(chosen.conversations):
                case = conversation(rng)
                want = expected(template, config, case)
                cases.append((name, case | {"folder": str(folder)}, want))
                if i < chosen.golden:
                    golden.append({"template": name, **case, "expected": want})
        listing, results = pathlib.Path(scratch, "cases.jsonl"), pathlib.Path(scratch, "results.jsonl")
        listing.write_text("".join(json.dumps(case) + "\n" for _, case, _ in cases))
        subprocess.run(["java", "-cp", str(chosen.jar), str(pathlib.Path(__file__).with_name("RenderCases.java")),
                        str(listing), str(results)], check=True, timeout=500)
        found = [json.loads(line) for line in results.read_text().split("\n") if line]
        assert len(found) == len(cases), f"{len(found)} results of {len(cases)} cases"
    if chosen.golden:
        lines = "".join(json.dumps(case, ensure_ascii=True) + "\n" for case in golden if case["template"] in
                        {file.stem for file in TEMPLATES.glob("*.jinja")})
        (TEMPLATES / "expected.jsonl").write_text(lines)
    report(cases, found)


def report(cases, found):
    table, shown = {}, 0
    for (name, case, want), got in zip(cases, found):
        row = table.setdefault(name, [0, 0, 0])
        row[0] += 1
        row[1] += "refused" in want
        same = got.get("prompt") == want["prompt"] if "prompt" in want else "refused" in got
        row[2] += not same
        if not same and shown < 8:
            shown += 1
            a, b = json.dumps(want), json.dumps(got)
            at = max(0, next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b))) - 60)
            print(f"-- {name}\n   case {json.dumps(case)[:600]}\n   want …{a[at:at + 200]}\n   got  …{b[at:at + 200]}")
    print(f"{'template':<14}{'cases':>7}{'refused by both':>17}{'different':>11}")
    for name, (count, refused, different) in table.items():
        print(f"{name:<14}{count:>7}{refused:>17}{different:>11}")
    sys.exit(1 if any(row[2] for row in table.values()) else 0)


main()
