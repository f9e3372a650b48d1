import { describe, expect, it } from 'vitest';
import { readTransaction } from '#chains/chains.ts';
import { sentenceText } from '#chains/model/decoded.ts';
import { OTHER, SIGNER, STRANGE, encode, unsigned } from './unsigned.ts';

/** Deposit data for Holesky, made by staking-deposit-cli 2.7.0, as the documentation of SSV Network prints it. */
const DEPOSIT = {
  pubkey:
    '0xb0210e4333812d669b178443b77e1674329e2eeeae17e6b9d7ef6cb8723c8b269de7e152b42445d5ea8d5f582ca45cd7',
  credentials: '0x010000000000000000000000f0179dec45a37423ead4fad5fcb136197872ead9',
  signature:
    '0x96b504aec4ced4d680a01a2cde40632809744f967657f4aa31d4bc77701dbeb68e86441999b3559c505e5644eed9c350091af39e3e319befe4a76e796856095912938046ce567ed39a56df13b8f31e9e83b93ca774a9f983b9c0eb673c7f7a4a',
  root: '0xaa9bb085dc0410d2013cff51e98ae2a41a81512a0676fbe0397c3cd997f1fb87',
};
const OWNER = '0xF0179dEC45a37423EAD4FaD5fCb136197872EAd9';
const CONTRACT = '0x4242424242424242424242424242424242424242';

function read(changes: Partial<typeof DEPOSIT> = {}, to = CONTRACT, value = 32n * 10n ** 18n, from = OWNER) {
  const { pubkey, credentials, signature, root } = { ...DEPOSIT, ...changes };
  const data = encode('deposit(bytes,bytes,bytes,bytes32)', pubkey, credentials, signature, root);
  expect(data.slice(0, 10)).toBe('0x22895118');
  const hex = unsigned({ chainId: 17_000n, to, value, data });
  const reading = readTransaction('TRANSACTION_TYPE_ETHEREUM', hex, { from: { address: from } });
  return {
    reading,
    sentence: sentenceText(reading.sentence),
    codes: reading.warnings.map(({ code }) => code),
  };
}

describe('deposits for validators', () => {
  it('says the stake and where it can be withdrawn to, and finds the published root', () => {
    const { reading, sentence, codes } = read();
    expect(sentence).toBe(`Stake 32 ETH with a validator, withdrawals to ${OWNER}`);
    expect(codes).toEqual([]);
    const values = reading.actions[0]?.facts.map(({ value }) => value);
    expect(values).toEqual(expect.arrayContaining([DEPOSIT.pubkey, OWNER, DEPOSIT.signature, DEPOSIT.root]));
    expect(reading.totals?.assets.length).toBe(1);
  });

  it('warns of an amount or data that the root is not of', () => {
    expect(read({}, CONTRACT, 31n * 10n ** 18n).codes).toEqual(['DEPOSIT_ROOT']);
    expect(read({}, CONTRACT, 32n * 10n ** 18n + 1n).codes).toEqual(['DEPOSIT_ROOT']);
    expect(read({ signature: DEPOSIT.signature.replace('96b5', '96b6') }).codes).toEqual(['DEPOSIT_ROOT']);
  });

  it('attack: withdrawals to a stranger, or to a key that nobody can see, are warned of', () => {
    expect(read({}, CONTRACT, 32n * 10n ** 18n, SIGNER).codes).toEqual(['WITHDRAWAL_TO_OTHER']);
    const byKey = read({ credentials: `0x00${'ab'.repeat(31)}` });
    expect(byKey.codes).toEqual(expect.arrayContaining(['DEPOSIT_ROOT', 'WITHDRAWAL_BY_KEY']));
    expect(byKey.sentence).toBe('Stake 32 ETH with a validator, withdrawals by a key of the beacon chain');
    // Twelve bytes in front of an address are part of the credentials: others are no address.
    const hidden = `0x01${'00'.repeat(10)}01${OTHER.slice(2).toLowerCase()}`;
    expect(read({ credentials: hidden }).codes).toContain('WITHDRAWAL_BY_KEY');
  });

  it('attack: foreign withdrawal credentials need the tick', () => {
    const of = (changes: Partial<typeof DEPOSIT>, from = OWNER) =>
      read(changes, CONTRACT, 32n * 10n ** 18n, from).reading.warnings;
    const grave = (changes: Partial<typeof DEPOSIT>, from?: string) =>
      of(changes, from).flatMap(({ code, severity }) => (severity === 'danger' ? [code] : []));
    expect(grave({}, SIGNER)).toEqual(['WITHDRAWAL_TO_OTHER']);
    expect(grave({ credentials: DEPOSIT.credentials.replace('0x01', '0x02') }, SIGNER)).toEqual([
      'WITHDRAWAL_TO_OTHER',
    ]);
    expect(grave({ credentials: `0x00${'ab'.repeat(31)}` })).toEqual(['WITHDRAWAL_BY_KEY']);
    expect(grave({})).toEqual([]);
  });

  it('attack: the same call to a contract that takes no deposits is blind', () => {
    const { reading, codes } = read({}, STRANGE);
    expect(reading.blind).toBe(true);
    expect(codes).toEqual(expect.arrayContaining(['VALUE_TO_UNKNOWN_CONTRACT', 'BLIND_SIGNING']));
    expect(read({ pubkey: `${DEPOSIT.pubkey}00` }).codes).toContain('BLIND_SIGNING');
  });
});
