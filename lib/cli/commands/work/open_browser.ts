/**
 * Opens an address in the person's browser: with the command of the variable BROWSER, or with the opener of a desktop.
 * Where there is none, the person opens the printed address.
 */
export function openBrowser(url: string): void {
  const [command, ...args] = opener();
  if (command === undefined) return;
  try {
    const child = new Deno.Command(command, { args: [...args, url], stdin: "null", stdout: "null", stderr: "null" })
      .spawn();
    // A browser may outlive this program.
    child.unref();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied)) throw error;
  }
}

function opener(): string[] {
  const chosen = Deno.env.get("BROWSER")?.trim();
  if (chosen) return chosen.split(/\s+/);
  if (Deno.build.os === "darwin") return ["open"];
  if (Deno.build.os === "windows") return ["rundll32", "url.dll,FileProtocolHandler"];
  return Deno.env.get("DISPLAY") || Deno.env.get("WAYLAND_DISPLAY") ? ["xdg-open"] : [];
}
