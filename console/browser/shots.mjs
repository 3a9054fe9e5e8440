// Copies the pictures the README shows from where the last ConsoleTest left them: npm run shots
import { copyFileSync, existsSync, mkdirSync, statSync } from "node:fs";

const FROM = "target/screenshots";
const TO = "../docs/images";
const BYTES_MAX = 150_000;
const SHOWN = {
  "owner-dashboard-light": "dashboard",
  "terminal-dark": "terminal",
  "operator-map-by-tenant-light": "fleet-map",
  "owner-recording-dark": "recording",
};

mkdirSync(TO, { recursive: true });
for (const [shot, name] of Object.entries(SHOWN)) {
  const file = `${FROM}/${shot}.png`;
  if (!existsSync(file) || statSync(file).size > BYTES_MAX) {
    console.error(`${file} is missing or larger than ${BYTES_MAX} bytes; run ConsoleTest first`);
    process.exit(1);
  }
  copyFileSync(file, `${TO}/${name}.png`);
  console.log(`${name}.png ${Math.round(statSync(file).size / 1000)} kB`);
}
