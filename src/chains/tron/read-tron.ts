import { revealInvisible } from '#protocol/invisible-characters.ts';
import { textOf, toHex } from '#protocol/encoding.ts';
import { formatTime } from '../model/amounts.ts';
import type { DecodeContext, KeyToSign } from '../model/chain.ts';
import { type DecodedTransaction, type Fact, type Warning, expiryOf } from '../model/decoded.ts';
import { type FeeGrade, gradeFee } from '../model/fee-grades.ts';
import { say, theAmount, upperFirst, withArticle } from '../model/sentence.ts';
import { blindSigning, ordered, warn, warnOfCharacters } from '../model/warnings.ts';
import { type Totals, among, totalsOf } from '../model/totals.ts';
import { parseTronAddress, tronAddress } from './address.ts';
import { CONTRACT_READERS } from './contract-readers.ts';
import { type ContractReading, contractReading } from './contract-reading.ts';
import { TRX, formatTrx, trxFact } from './contract-facts.ts';
import { bytesOf, integerOf, rangesOf } from './protobuf.ts';
import { type TronTransaction, parseTron, rawFields } from './transaction.ts';

/**
 * Reads what an unsigned Tron transaction does, out of its bytes and the local lists alone.
 * @param unsignedTransaction `raw_data` as bytes or hex
 * @throws AppError as `parseTron`, or `ADDRESS_INVALID` for an address inside or the signer's
 */
export function readTron(
  unsignedTransaction: string | Uint8Array,
  signer?: KeyToSign,
  { ownAddresses: own = [] }: DecodeContext = {},
): DecodedTransaction {
  const tx = parseTron(unsignedTransaction);
  if (signer !== undefined) parseTronAddress(signer.address);
  const owner = tx.owner === null ? null : tronAddress(tx.owner, 'owner_address');
  const isOurs = signer === undefined ? undefined : among([signer.address], own);
  const contract = readContract(tx, owner, isOurs);
  return {
    chain: 'tron',
    network: 'Tron',
    sentence: [
      ...contract.sentence,
      ...(feeGradeOf(tx, contract) === 'danger'
        ? say(', and pay up to ', theAmount(formatTrx(integerOf(tx.raw, 18))), ' in fees')
        : []),
    ],
    facts: [
      networkFact(tx),
      ...contract.called,
      ...(owner === null ? [] : [fromFact(tx, owner, signer)]),
      ...contract.facts,
      ...envelopeFacts(tx),
    ],
    actions: [
      {
        id: contract.id,
        title: contract.title,
        facts: [...contract.called, ...contract.facts],
        actions: contract.inner,
      },
    ],
    raw: rawFields(tx),
    warnings: ordered([
      ...envelopeWarnings(tx, owner, signer),
      ...feeWarnings(tx, contract),
      ...contract.warnings,
    ]),
    blind: contract.blind || tx.hasUnknownFields,
    ...(isOurs === undefined ? {} : { totals: totalsFor(tx, contract, isOurs) }),
    ...expiryOf(integerOf(tx.raw, 8)),
  };
}

/** What it moves for the operator's addresses; the owner pays the fee, of which the bytes say a limit at most. */
function totalsFor(
  { raw }: TronTransaction,
  { moves, notes }: ContractReading,
  isOurs: ReturnType<typeof among>,
): Totals {
  const limit = integerOf(raw, 18);
  return totalsOf({
    moves,
    isOurs,
    fee: limit <= 0n ? undefined : { asset: TRX, amount: limit, isHighest: true },
    notes,
  });
}

function readContract(
  tx: TronTransaction,
  owner: string | null,
  isOurs: ReturnType<typeof among> | undefined,
): ContractReading {
  const { known } = tx;
  if (known !== null && owner !== null) return CONTRACT_READERS[known]({ ...tx, owner, isOurs });
  return contractReading('contract.unknown', tx.name, {
    sentence: say(`${upperFirst(withArticle(tx.name))}, which could not be read`),
    facts: [
      {
        label: 'Content',
        value: `0x${toHex(tx.bytes.subarray(...tx.range))}`,
        kind: 'data',
        note: `${tx.range[1] - tx.range[0]} bytes`,
        ranges: [tx.range],
      },
    ],
    warnings: [blindSigning(`This console does not read ${tx.name}.`)],
    notes: [`What ${withArticle(tx.name)} moves was not read.`],
    blind: true,
  });
}

/** Main network and test networks share everything but the block that is referred to. */
const networkFact = (tx: TronTransaction): Fact => ({
  label: 'Network',
  value: 'Tron',
  kind: 'text',
  note: 'the one whose block is named; tokens are looked up as the main network’s',
  ...rangesOf(tx.raw, 4),
});

function fromFact(tx: TronTransaction, owner: string, signer: KeyToSign | undefined): Fact {
  const field = tx.message.fields.find(({ name }) => name === 'owner_address');
  return {
    label: 'From',
    value: owner,
    kind: 'address',
    ...(signer?.name !== undefined && signer.address === owner ? { note: signer.name } : {}),
    ...(field === undefined ? {} : { ranges: [field.range] }),
  };
}

function envelopeFacts(tx: TronTransaction): Fact[] {
  const { raw, contract } = tx;
  const memo = bytesOf(raw, 10);
  const text = textOf(memo);
  return [
    ...(integerOf(raw, 18) === 0n ? [] : [trxFact(raw, 18, 'Fee limit')]),
    timeFact(tx, 8, 'Expires'),
    ...(integerOf(raw, 14) === 0n ? [] : [timeFact(tx, 14, 'Created')]),
    {
      label: 'Reference block',
      value: `0x${toHex(bytesOf(raw, 4))}`,
      kind: 'hash',
      note: `part of its hash; number ends in 0x${toHex(bytesOf(raw, 1))}`,
      ...rangesOf(raw, 4),
    },
    ...(memo.length === 0
      ? []
      : [
          text === null
            ? { label: 'Memo', value: `0x${toHex(memo)}`, kind: 'data' as const, ...rangesOf(raw, 10) }
            : {
                label: 'Memo',
                value: `“${revealInvisible(text)}”`,
                kind: 'text' as const,
                ...rangesOf(raw, 10),
              },
        ]),
    ...(tx.permissionId === 0n
      ? []
      : [
          {
            label: 'Permission',
            value: tx.permissionId.toString(),
            kind: 'number' as const,
            note: 'which permission of the account signs',
            ...rangesOf(contract, 5),
          },
        ]),
  ];
}

const timeFact = ({ raw }: TronTransaction, number: number, label: string): Fact => {
  const ms = integerOf(raw, number);
  const value = ms > 0n ? formatTime(ms / 1000n) : 'not said';
  return { label, value, kind: 'time', note: `${ms.toString()} ms`, ...rangesOf(raw, number) };
};

/** The fee limit by its size, and by its share of the TRX that go out. */
const feeGradeOf = ({ raw }: TronTransaction, { moves }: ContractReading): FeeGrade =>
  gradeFee(
    'TRX',
    integerOf(raw, 18),
    moves.reduce((sum, { asset, amount }) => (asset.id === undefined ? sum + amount : sum), 0n),
  );

function feeWarnings(tx: TronTransaction, contract: ContractReading): Warning[] {
  const grade = feeGradeOf(tx, contract);
  if (grade === null) return [];
  const text = `It may cost up to ${formatTrx(integerOf(tx.raw, 18))} in fees.`;
  return [warn('FEE_HIGH', grade, 'Unusually high fee limit', text)];
}

function envelopeWarnings(
  tx: TronTransaction,
  owner: string | null,
  signer: KeyToSign | undefined,
): Warning[] {
  const { raw } = tx;
  const negative = [...raw.fields, ...tx.message.fields].find(
    (field) => field.kind === 'integer' && field.value < 0n,
  );
  return [
    ...warnOfCharacters(textOf(bytesOf(raw, 10)) ?? '', 'The memo'),
    ...(signer !== undefined && owner !== null && owner !== signer.address
      ? [
          warn(
            'NOT_THE_OWNER',
            'danger',
            'Not this key’s account',
            `The transaction acts for ${owner}; the key’s address is ${signer.address}. It will not be signed.`,
          ),
        ]
      : []),
    ...(tx.hasUnknownFields
      ? [blindSigning('It holds fields that are not in the published messages of the network.')]
      : []),
    ...(raw.fields.some(({ number }) => number === 9 || number === 12)
      ? [
          warn(
            'OUTDATED_FIELDS',
            'caution',
            'Outdated fields',
            'It holds authorities or scripts, which the network does not use.',
          ),
        ]
      : []),
    ...(negative === undefined
      ? []
      : [
          warn(
            'NEGATIVE_NUMBER',
            'danger',
            'Negative number',
            `“${negative.name}” is negative. The network will refuse it.`,
          ),
        ]),
    ...(integerOf(raw, 8) <= 0n
      ? [warn('NO_EXPIRY', 'caution', 'No time limit', 'It says no expiration. The network will refuse it.')]
      : []),
    ...(tx.permissionId === 0n
      ? []
      : [
          warn(
            'PERMISSION_SIGNS',
            'notice',
            'Signed with a permission',
            `It is signed with permission ${tx.permissionId.toString()} of the account; others may have to sign as well.`,
          ),
        ]),
  ];
}
