import { readFileSync } from 'node:fs';
import { Parser } from '@asyncapi/parser';

const { document, diagnostics } = await new Parser().parse(readFileSync(process.argv[2], 'utf8'));
// Severity 2 and 3 are advice, such as that a newer version of AsyncAPI is there.
const wrong = diagnostics.filter((diagnostic) => diagnostic.severity < 2);
for (const diagnostic of wrong) {
  console.error(`${diagnostic.path.join('/')}: ${diagnostic.message}`);
}
if (!document || wrong.length > 0) {
  process.exit(1);
}
console.log(`${document.channels().all().length} channels`);
