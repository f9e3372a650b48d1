import { chainOf } from '#chains/chains.ts';
import type { Preview } from '#preload/contract/requests.ts';
import type { Fact } from '#chains/model/decoded.ts';
import { warn } from '#chains/model/warnings.ts';
import { encode, OTHER, SIGNER, STRANGE, unsigned, USDC } from '../../chains/ethereum/unsigned.ts';
import type { Voter } from '#preload/contract/vote-standing.ts';
import { NOW_MS, preview } from '../fake-data.ts';

/** A preview of an Ethereum transaction, as the real readers make it. */
function transaction(bytes: string): Preview {
  const reading = chainOf('TRANSACTION_TYPE_ETHEREUM').read(bytes, {
    address: SIGNER,
    name: 'Treasury hot · account 0',
  });
  const { sentence, facts, warnings } = reading;
  return { ...preview, sentence, facts, warnings, reading };
}

const said = (value: string): Preview['sentence'] => [{ kind: 'text', value }];
const text = (label: string, value: string, note?: string): Fact => ({
  label,
  value,
  kind: 'text',
  ...(note === undefined ? {} : { note }),
});

/** A payment of a token that the lists know. */
export const transfer = transaction(
  unsigned({ to: USDC, data: encode('transfer(address,uint256)', OTHER, 1_000_000_000n) }),
);

/** A call with 100 ETH to a contract that nobody knows. */
export const unknownContract = transaction(
  unsigned({
    to: STRANGE,
    value: 100n * 10n ** 18n,
    data: encode('sweepTokens(address,uint256,address)', USDC, 300_000_000_000n, SIGNER),
  }),
);

const voter = (
  name: string,
  vote: Voter['vote'],
  { isSelf = false, requested = false }: Partial<Voter> = {},
): Voter => ({ name, vote, isSelf, requested, votedAtMs: vote === 'none' ? null : NOW_MS });

/** A vote against a payment that another person asks for. */
export const rejection: Preview = {
  ...transfer,
  operation: 'reject_activity',
  summary: 'Reject an activity',
  effect: 'sign',
  warnings: [],
  vote: {
    approves: false,
    effect: {
      title: 'Your vote ends this request',
      text: 'Only 2 of the 3 required approvals would still be possible. A new request is needed.',
      decides: true,
    },
    approvals: 1,
    rejections: 1,
    required: 3,
    voters: [
      voter('Daniel Cho', 'approved', { requested: true }),
      voter('Tom Becker', 'rejected'),
      voter('Priya Nair', 'none'),
      voter('Maya Ortiz', 'none', { isSelf: true }),
    ],
  },
  sentence: [...said('Reject Daniel Cho’s request: '), ...transfer.sentence],
  facts: [
    text('Requested by', 'Daniel Cho', 'with “daniel-desk”'),
    text('Policy', '“Payouts over 50,000 USDC”', '3 of 4 approvals required'),
    { label: 'Requested', value: '2026-11-21 09:16:30 UTC', kind: 'time' },
    { label: 'Fingerprint', value: `sha256:${'0143825b4c5335e1'.repeat(4)}`, kind: 'hash' },
    ...transfer.facts,
  ],
};

/** An API key whose private half nobody here has. */
export const foreignKey: Preview = {
  ...preview,
  operation: 'create_api_keys',
  effect: 'write',
  summary: 'Create API keys',
  reading: null,
  sentence: said('Add the API key “backup” to the root user Maya Ortiz.'),
  facts: [
    {
      label: 'Key',
      value: `03a0da57${'b0b81b70'.repeat(7)}29`,
      kind: 'hash',
      note: 'unknown: not of this console',
    },
    text('User', 'Maya Ortiz', 'root'),
    text('Expires in', 'Never'),
  ],
  warnings: [
    warn(
      'FOREIGN_KEY',
      'danger',
      'Unknown key would act as Maya Ortiz',
      'The key is not of this console. Whoever has it can do everything that Maya Ortiz can.',
    ),
  ],
  body: JSON.stringify({ parameters: { userId: 'u', apiKeys: [{}] } }),
};
