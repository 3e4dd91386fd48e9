/** `deno task package:brew SHA256SUMS`: prints the Homebrew formula of this version, with the checksums of its files. */
import project from "../deno.json" with { type: "json" };

const RELEASES = "https://github.com/qwen-headless/qwen/releases/download";
const FILES = {
  macos: { arm: "qwen-aarch64-apple-darwin", intel: "qwen-x86_64-apple-darwin" },
  linux: { arm: "qwen-aarch64-unknown-linux-gnu", intel: "qwen-x86_64-unknown-linux-gnu" },
};

/** The formula, from the lines of SHA256SUMS. Throws when a file is missing there. */
export function formula(sums: string): string {
  const known = new Map(sums.split("\n").map((line) => line.trim().split(/\s+\*?/)).map(([sum, name]) => [name, sum]));
  const block = (file: string): string => {
    const sum = known.get(file);
    if (!/^[0-9a-f]{64}$/.test(sum ?? "")) throw new Error(`SHA256SUMS does not name ${file}`);
    return `url "${RELEASES}/v#{version}/${file}"\n      sha256 "${sum}"`;
  };
  const systems = Object.entries(FILES).map(([system, { arm, intel }]) =>
    `  on_${system} do
    on_arm do
      ${block(arm)}
    end
    on_intel do
      ${block(intel)}
    end
  end`
  );
  return `class Qwen < Formula
  desc "Headless coding agent in one executable"
  homepage "https://github.com/qwen-headless/qwen"
  version "${project.version}"
  license "${project.license}"

${systems.join("\n")}

  def install
    bin.install Dir["qwen-*"].first => "qwen"
    generate_completions_from_executable(bin/"qwen", "completions")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/qwen --version")
    assert_match "hello", shell_output("#{bin}/qwen --provider demo 'say hello'")
  end
end
`;
}

if (import.meta.main) {
  try {
    console.log(formula(await Deno.readTextFile(Deno.args[0] ?? "dist/SHA256SUMS")).trimEnd());
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    Deno.exit(1);
  }
}
