import { Interface } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importedInterfaces } from '#chains/ethereum/interfaces/abi-reader.ts';
import { readTransaction } from '#chains/chains.ts';
import { sentenceText, decodedTransaction } from '#chains/model/decoded.ts';
import { encode, OTHER, SIGNER, STRANGE, unsigned, USDC } from '../unsigned.ts';

const IMPORTED = Date.UTC(2026, 10, 21);
const interfacesOf = (signatures: readonly string[], address = STRANGE) =>
  importedInterfaces([
    { chainId: 1n, address, abi: new Interface(signatures).formatJson(), importedAtMs: IMPORTED },
  ]);
const SIGNATURE = 'stake(uint256 amount, (address to, uint16[2] parts) plan, bytes note)';
const vault = interfacesOf([`function ${SIGNATURE}`]);
const data = encode(SIGNATURE, 7n, [OTHER, [1, 2]], '0xabcd');
const read = (fields: Parameters<typeof unsigned>[0], interfaces = vault) => {
  const reading = readTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned(fields), { interfaces });
  expect(decodedTransaction.parse(reading)).toEqual(reading);
  return reading;
};
const codes = (reading: ReturnType<typeof read>) => reading.warnings.map(({ code }) => code);

describe('a call that an imported ABI names', () => {
  it('shows its name and every argument, and where the names come from', () => {
    const reading = read({ to: STRANGE, data });
    expect(sentenceText(reading.sentence)).toBe(
      `Call stake on ${STRANGE}, by an ABI that you imported on 2026-11-21`,
    );
    const shown = reading.facts.map(({ label, value, note }) => [label, value, note]);
    expect(shown).toEqual(
      expect.arrayContaining([
        [
          'Function',
          'stake(uint256,(address,uint16[2]),bytes)',
          'named by an ABI that you imported on 2026-11-21',
        ],
        ['amount', '7', 'uint256'],
        ['plan.to', OTHER, 'address'],
        ['plan.parts[1]', '2', 'uint16'],
        ['note', '0xabcd', 'bytes'],
      ]),
    );
  });

  it('attack: takes no warning away that the call has without it', () => {
    const fields = { to: STRANGE, data, value: 10n ** 18n };
    const without = readTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned(fields));
    expect(codes(read(fields))).toEqual(without.warnings.map(({ code }) => code));
    expect(codes(read(fields))).toEqual(expect.arrayContaining(['BLIND_SIGNING', 'VALUE_WITH_UNKNOWN_CALL']));
    expect(read(fields).blind).toBe(true);
  });

  it('attack: an ABI that calls an approval by a harmless name changes nothing about it', () => {
    // A function of any name can be given the selector of another by its arguments alone where the names agree.
    const lying = interfacesOf(['function approve(address depositTo, uint256 deposit)'], USDC);
    const approval = { to: USDC, data: encode('approve(address,uint256)', OTHER, 2n ** 256n - 1n) };
    expect(read(approval, lying)).toEqual(readTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned(approval)));
  });

  it('holds for its own contract and chain alone', () => {
    for (const fields of [
      { to: OTHER, data },
      { to: STRANGE, data, chainId: 10n },
    ]) {
      expect(read(fields)).toEqual(readTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned(fields)));
    }
  });

  it('attack: anything hidden behind the arguments makes it malformed', () => {
    expect(codes(read({ to: STRANGE, data: `${data}00` }))).toContain('CALL_NOT_CANONICAL');
  });

  it('names calls inside of batches, too', () => {
    const reading = read({ to: STRANGE, data: encode('multicall(bytes[])', [data]) });
    expect(reading.actions[0]?.actions[0]?.id).toBe('call.imported');
    expect(reading.blind).toBe(true);
  });

  it('reads what another library encoded, lists of fixed length among it', () => {
    const signature = 'f(uint8[3] a, (bytes b, address[2] c)[2] d, string[] e)';
    const given = interfacesOf([`function ${signature}`]);
    fc.assert(
      fc.property(fc.nat(255), fc.string(), fc.uint8Array({ maxLength: 70 }), (number, text, bytes) => {
        const pair = [bytes, [OTHER, SIGNER]];
        const call = encode(signature, [number, 0, 1], [pair, pair], [text, '']);
        const facts = read({ to: STRANGE, data: call }, given).facts;
        expect(facts.find(({ label }) => label === 'a[0]')?.value).toBe(String(number));
        expect(facts.find(({ label }) => label === 'd[1].c[1]')?.value).toBe(SIGNER);
      }),
    );
  });
});
