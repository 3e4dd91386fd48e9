import { assertEquals } from "@std/assert";
import { isPrivateAddress } from "../../../../lib/tools/web/private_address.ts";

Deno.test("isPrivateAddress tells public addresses from all others", () => {
  const priv = [
    ...["0.0.0.0", "10.1.1.1", "100.64.0.1", "127.0.0.1", "169.254.1.1", "172.16.0.1", "192.168.0.1", "224.0.0.1"],
    ...["::", "::1", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "x", "1.2.3"],
  ];
  assertEquals(priv.filter((address) => !isPrivateAddress(address)), []);
  assertEquals(["8.8.8.8", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8"].filter(isPrivateAddress), []);
});
