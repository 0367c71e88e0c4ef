// decode KAFKA REGISTRY COUNT MARK TOPIC...
//   prints so many values of the keys that hold the mark, each decoded by its schema id
// encode KAFKA REGISTRY SUBJECT TOPIC KEY FILE
//   sends a file's JSON, encoded by the newest schema of the subject
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { SchemaRegistry, SchemaType } from '@kafkajs/confluent-schema-registry';
import Ajv2020 from 'ajv/dist/2020.js';
import { Kafka, logLevel } from 'kafkajs';

const draft7 = createRequire(import.meta.url)('ajv/dist/refs/json-schema-draft-07.json');

const [mode, kafkaAddress, registryUrl, ...rest] = process.argv.slice(2);
const kafka = new Kafka({ brokers: [kafkaAddress], logLevel: logLevel.ERROR });
// Times are left to the ledger, which reads them more strictly than ajv does.
const validator = new Ajv2020({ strict: false, validateFormats: false });
validator.addMetaSchema(draft7);
const registry = new SchemaRegistry(
  { host: registryUrl },
  { [SchemaType.JSON]: { ajvInstance: validator } },
);

async function decode([count, mark, ...topics]) {
  const consumer = kafka.consumer({ groupId: 'foreign-decoder' });
  await consumer.connect();
  await consumer.subscribe({ topics, fromBeginning: true });
  let left = Number(count);
  await new Promise((resolve, reject) => {
    consumer
      .run({
        eachMessage: async ({ topic, message }) => {
          if (!message.key?.toString().includes(mark)) return;
          try {
            const value = await registry.decode(message.value);
            const schemaId = message.value.readInt32BE(1);
            console.log(JSON.stringify({ topic, schemaId, value }));
            left -= 1;
            if (left === 0) resolve();
          } catch (failure) {
            reject(failure);
          }
        },
      })
      .catch(reject);
  });
  await consumer.disconnect();
}

async function encode([subject, topic, key, file]) {
  const id = await registry.getLatestSchemaId(subject);
  const value = await registry.encode(id, JSON.parse(readFileSync(file, 'utf8')));
  const producer = kafka.producer();
  await producer.connect();
  await producer.send({ topic, messages: [{ key, value }] });
  await producer.disconnect();
  console.log(JSON.stringify({ schemaId: id }));
}

await { decode, encode }[mode](rest);
