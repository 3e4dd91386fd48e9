// Asks as often as it is told to, with one more tool result each time, and does nothing in between.
const messages = [];
for (let round = 0; round <= Number(Deno.args[0]); round++) {
  const body = JSON.stringify({ messages });
  const response = await fetch(`${Deno.env.get("OPENAI_BASE_URL")}/chat/completions`, { method: "POST", body });
  await response.text();
  messages.push({ role: "tool", content: "x" });
}
