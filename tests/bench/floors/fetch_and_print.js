// The least that can be called an answer: ask, wait, print.
const response = await fetch(`${Deno.env.get("OPENAI_BASE_URL")}/chat/completions`, { method: "POST", body: "{}" });
await Deno.stdout.write(new TextEncoder().encode(await response.text()));
