import { beforeEach, describe, expect, it } from 'vitest';
import { createPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import { connect, replaceConsole } from '#renderer/bridge/console.ts';
import { createFlow, FIRST_KEY, prepareKey, withCurve } from '#renderer/features/keys/keys-store.ts';
import { FakeConsole } from '../../fake-console.ts';

let fake: FakeConsole;

beforeEach(() => {
  fake = new FakeConsole();
  replaceConsole(connect(fake.exposed()));
  createFlow.discard();
});

describe('creating a key', () => {
  it('asks for what the catalogue takes', async () => {
    await prepareKey({ ...FIRST_KEY, name: '  payouts ' });
    const { parameters, operation } = fake.calls[0]?.input as { parameters: unknown; operation: string };
    expect(operation).toBe(createPrivateKeys.path);
    expect(createPrivateKeys.parameters.parse(parameters)).toEqual({
      privateKeys: [
        {
          privateKeyName: 'payouts',
          curve: 'CURVE_SECP256K1',
          privateKeyTags: [],
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
        },
      ],
    });
    expect(createFlow.useFlow.getState().stage).toBe('ready');
  });

  it('leaves no address of another curve behind', () => {
    expect(withCurve(FIRST_KEY, 'CURVE_ED25519').formats).toEqual(['ADDRESS_FORMAT_SOLANA']);
    expect(withCurve(FIRST_KEY, 'CURVE_P256').formats).toEqual(['ADDRESS_FORMAT_COMPRESSED']);
  });
});
