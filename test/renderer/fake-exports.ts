import type { Handlers } from '#preload/contract/call.ts';
import type { ConsoleContract } from '#preload/contract.ts';
import type { ExportView } from '#preload/contract/exports.ts';
import { NOW_MS, preview, privateKeys } from './fake-data.ts';

const [key] = privateKeys;

/** An export that is open and holds no secret: what the double reveals is no key. */
export const openExport: ExportView = {
  id: '0f3e4a51-1b1f-4c0e-9d9d-6c2a2c0a7a11',
  previewId: preview.id,
  target: { kind: 'privateKey', privateKeyId: key?.privateKeyId ?? '' },
  name: key?.privateKeyName ?? '',
  identifier: key?.privateKeyId ?? '',
  status: {
    state: 'open',
    activityId: '0191f3a2-7c11-7c3e-8a10-2b6f0c9d1e4f',
    checks: [{ name: 'Signature', passed: true, detail: 'It holds.' }],
    items: [
      {
        name: key?.privateKeyName ?? '',
        kind: 'key',
        size: 'secp256k1, 32 bytes',
        formats: ['HEXADECIMAL', 'BITCOIN_MAINNET_WIF'],
        keystore: true,
        derived: [{ label: 'Address', value: '0x3cE1f47A0b2d9C84b1d0e5F4a69a7C1B2d3E4f50', matches: true }],
      },
    ],
    wipesAtMs: NOW_MS + 300_000,
  },
};

/** The exports of the double: one that opens at once, whatever is asked for. */
export function fakeExports(): Handlers<ConsoleContract>['exports'] {
  let held: ExportView[] = [];
  const saved = (name: string) => Promise.resolve({ path: `/home/operator/Downloads/${name}` });
  return {
    prepare: () => {
      held = [openExport];
      return Promise.resolve({ id: openExport.id, preview: { ...preview, effect: 'export' as const } });
    },
    list: () => Promise.resolve(held),
    reveal: () => Promise.resolve({ text: 'what the double shows', hidesAtMs: Date.now() + 30_000 }),
    copy: () => Promise.resolve({ clearsAtMs: Date.now() + 30_000 }),
    saveAge: () => saved('key.hex.age'),
    saveKeystore: () => saved('key.keystore.json'),
    savePlain: () => saved('key.hex.txt'),
    wipe: () => {
      held = [];
      return Promise.resolve(undefined);
    },
  };
}
