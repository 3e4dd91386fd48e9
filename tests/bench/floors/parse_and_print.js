// A loop by hand: parses the events of an answer and writes one line of JSON for each.
const response = await fetch(`${Deno.env.get("OPENAI_BASE_URL")}/chat/completions`, { method: "POST", body: "{}" });
const decoder = new TextDecoder();
const encoder = new TextEncoder();
let rest = "";
for await (const bytes of response.body) {
  const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
  rest = lines.pop();
  let out = "";
  for (const line of lines) {
    if (!line.startsWith("data: ") || line === "data: [DONE]") continue;
    const text = JSON.parse(line.slice(6)).choices[0].delta.content;
    if (text) out += JSON.stringify({ type: "delta", text }) + "\n";
  }
  const all = encoder.encode(out);
  for (let sent = 0; sent < all.length;) sent += await Deno.stdout.write(all.subarray(sent));
}
