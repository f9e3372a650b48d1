import { describe, expect, it } from 'vitest';
import { gradeAllowance } from '#chains/model/grades.ts';
import { readTransaction } from '#chains/chains.ts';
import { sentenceText } from '#chains/model/decoded.ts';
import { encode, OTHER, SIGNER, STRANGE, unsigned, USDC, WETH } from './ethereum/unsigned.ts';
import { PATH_USD, SENDER, tempoHex } from './tempo/unsigned.ts';
import { OWNER, RECEIVER, tronRaw } from './tron/unsigned.ts';

const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const SWAP_ROUTER = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45';
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';
const MILLION = 10n ** 6n;
const RS = [27, `0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`];
const read = (to: string, data: string) => {
  const reading = readTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned({ to, data }), {
    from: { address: SIGNER },
  });
  return {
    text: sentenceText(reading.sentence),
    codes: reading.warnings.map(({ code, severity }) => `${severity} ${code}`),
  };
};
const UNLIMITED = 'danger UNLIMITED_APPROVAL';
const TO_STRANGER = 'danger APPROVAL_TO_STRANGER';

describe('an allowance is unlimited by its size, and not by two exact numbers', () => {
  const amounts = [
    ['2^256 - 1', 2n ** 256n - 1n],
    ['2^255 - 1', 2n ** 255n - 1n],
    ['2^160 - 2', 2n ** 160n - 2n],
    ['2^128', 2n ** 128n],
    ['2^63', 2n ** 63n],
    ['more than the supply', 250_000_000_000n * MILLION],
  ] as const;

  it.each(amounts)('attack: %s, by approve, by increaseAllowance and by permit', (_, amount) => {
    const calls = [
      encode('approve(address,uint256)', STRANGE, amount),
      encode('increaseAllowance(address,uint256)', STRANGE, amount),
      encode(
        'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
        ...[SIGNER, STRANGE, amount, 1_800_000_000n, ...RS],
      ),
    ];
    for (const data of calls) {
      const { codes, text } = read(USDC, data);
      expect(codes).toContain(UNLIMITED);
      expect(text).toContain(STRANGE);
      expect(text).toContain('unlimited USDC');
    }
  });

  it('attack: the end of a narrow number, for a token whose decimals nobody knows', () => {
    for (const amount of [2n ** 63n, 2n ** 64n - 1n, 2n ** 96n - 2n])
      expect(read(STRANGE, encode('approve(address,uint256)', OTHER, amount)).codes).toContain(UNLIMITED);
  });

  it('attack: through Permit2, whose numbers have 160 bits', () => {
    for (const amount of [2n ** 160n - 2n, 2n ** 159n, 2n ** 159n - 1n]) {
      const data = encode(
        'approve(address,address,uint160,uint48)',
        ...[USDC, STRANGE, amount, 1_800_000_000n],
      );
      expect(read(PERMIT2, data).codes).toContain(UNLIMITED);
    }
  });

  it('attack: on Tron, and on Tempo', () => {
    const data = encode('approve(address,uint256)', STRANGE, 2n ** 255n - 1n);
    const trc20 = tronRaw('TriggerSmartContract', {
      owner_address: OWNER.hex,
      contract_address: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
      data: encode('approve(address,uint256)', `0x${RECEIVER.hex.slice(2)}`, 2n ** 63n).slice(2),
    });
    const tip20 = tempoHex({ calls: [{ to: PATH_USD, data: data as `0x${string}` }] });
    const codes = [
      readTransaction('TRANSACTION_TYPE_TRON', trc20, { from: { address: OWNER.text } }),
      readTransaction('TRANSACTION_TYPE_TEMPO', tip20, { from: { address: SENDER } }),
    ].map(({ warnings }) => warnings.map(({ code }) => code));
    for (const each of codes) expect(each).toContain('UNLIMITED_APPROVAL');
  });

  it('leaves amounts alone that somebody may mean', () => {
    const million = encode('approve(address,uint256)', SWAP_ROUTER, 1_000_000n * MILLION);
    expect(read(USDC, million).codes).toEqual([]);
    // 9.22 WETH happens to be 2^63 wei.
    expect(read(WETH, encode('approve(address,uint256)', STRANGE, 2n ** 63n)).text).toContain('9.223372');
    expect(gradeAllowance(10n ** 30n)).toBeNull();
    expect(gradeAllowance(10n ** 30n + 1n)).toBe('effectively');
    expect(gradeAllowance(10n ** 12n * 10n ** 8n + 1n, { decimals: 8 })).toBe('effectively');
  });
});

describe('whom an allowance is for', () => {
  const approve = (spender: string, amount: bigint) =>
    read(USDC, encode('approve(address,uint256)', spender, amount)).codes;

  it('attack: a stranger may take less than the supply of a known token, and no tick is asked for', () => {
    for (const amount of [1n, 5n * MILLION, 999_999n * MILLION])
      expect(approve(STRANGE, amount)).toEqual([TO_STRANGER]);
    expect(read(USDC, encode('increaseAllowance(address,uint256)', STRANGE, MILLION)).codes).toEqual([
      TO_STRANGER,
    ]);
    const granted = encode(
      'approve(address,address,uint160,uint48)',
      ...[USDC, STRANGE, MILLION, 1_800_000_000n],
    );
    expect(read(PERMIT2, granted).codes).toEqual([TO_STRANGER]);
    expect(read(STRANGE, encode('approve(address,uint256)', OTHER, 5n)).codes).toContain(TO_STRANGER);
  });

  it('attack: the approval of item 0 of a collection that no list has looks like one that is taken back', () => {
    const give = encode('approve(address,uint256)', OTHER, 0n);
    const { text, codes } = read(STRANGE, give);
    expect(text).toBe(`Allow ${OTHER} to take item 0 of ${STRANGE}, or take back its approval`);
    expect(codes).toEqual(['danger APPROVAL_AMBIGUOUS', 'caution UNKNOWN_TOKEN']);
    const batch = encode('aggregate3((address,bool,bytes)[])', [[STRANGE, false, give]]);
    expect(read(MULTICALL3, batch).text).toContain(`in favor of ${OTHER}`);
    for (const known of [SIGNER, PERMIT2])
      expect(read(STRANGE, encode('approve(address,uint256)', known, 0n)).codes).toContain(
        'notice APPROVAL_AMBIGUOUS',
      );
    const onTron = tronRaw('TriggerSmartContract', {
      owner_address: OWNER.hex,
      contract_address: RECEIVER.hex,
      data: encode('approve(address,uint256)', `0x${RECEIVER.hex.slice(2)}`, 0n).slice(2),
    });
    const reading = readTransaction('TRANSACTION_TYPE_TRON', onTron, { from: { address: OWNER.text } });
    expect(reading.warnings[0]).toMatchObject({ code: 'APPROVAL_AMBIGUOUS', severity: 'danger' });
  });

  it('attack: a known contract that anybody can have take the tokens', () => {
    expect(approve(MULTICALL3, MILLION)).toEqual([TO_STRANGER]);
  });

  it('says nothing of our own addresses, of contracts that take from their caller, and of none', () => {
    expect(approve(SIGNER, MILLION)).toEqual([]);
    for (const known of [PERMIT2, SWAP_ROUTER]) expect(approve(known, MILLION)).toEqual([]);
    expect(approve(STRANGE, 0n)).toEqual([]);
  });
});

describe('a permit by call warns as one by signature', () => {
  const permit = (owner: string, until: bigint) =>
    read(
      USDC,
      encode(
        'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
        ...[owner, STRANGE, 5n, until, ...RS],
      ),
    ).codes;

  it('attack: without an end', () => {
    expect(permit(SIGNER, 2n ** 256n - 1n)).toEqual([TO_STRANGER, 'caution NEVER_EXPIRES']);
    expect(permit(SIGNER, 1_800_000_000n)).toEqual([TO_STRANGER]);
    const dai = encode(
      'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
      ...[SIGNER, STRANGE, 0n, 0n, true, ...RS],
    );
    expect(read('0x6B175474E89094C44Da98b954EedeAC495271d0F', dai).codes).toEqual([
      UNLIMITED,
      'caution NEVER_EXPIRES',
    ]);
    const lasting = encode('approve(address,address,uint160,uint48)', USDC, STRANGE, 5n, 2n ** 48n - 1n);
    expect(read(PERMIT2, lasting).codes).toEqual([TO_STRANGER, 'caution NEVER_EXPIRES']);
  });

  it('attack: of another account than the key’s', () => {
    expect(permit(OTHER, 1_800_000_000n)).toEqual([TO_STRANGER, 'caution NOT_THE_SIGNER']);
  });
});

describe('an allowance for one of the operator’s own addresses', () => {
  it('is none for a stranger, whoever of them signs', () => {
    const hex = unsigned({ to: USDC, data: encode('approve(address,uint256)', OTHER, 5n) });
    const codesOf = (ownAddresses: readonly string[]) =>
      readTransaction('TRANSACTION_TYPE_ETHEREUM', hex, {
        from: { address: SIGNER },
        ownAddresses,
      }).warnings.map(({ code }) => code);
    expect(codesOf([])).toContain('APPROVAL_TO_STRANGER');
    expect(codesOf([OTHER])).not.toContain('APPROVAL_TO_STRANGER');
  });
});
