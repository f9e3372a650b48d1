import type { OperationParameters } from './id-options.ts';

/** A form filled in by the console itself, to be changed: names, amounts and addresses in it are examples. */
export interface GivenTemplate {
  readonly name: string;
  readonly parameters: OperationParameters;
}

const policy = (name: string, parts: OperationParameters): GivenTemplate => ({
  name,
  parameters: { policyName: name, effect: 'EFFECT_ALLOW', notes: '', ...parts },
});

const lines = (...clauses: readonly string[]): string => clauses.join(' &&\n');

/** By the path of their operation. Each is one whole policy: a clause about another kind of request would end in an error. */
export const GIVEN_TEMPLATES: Readonly<Record<string, readonly GivenTemplate[]>> = {
  create_policy: [
    policy('Two people approve', { consensus: 'approvers.count() >= 2' }),
    policy('Small Ethereum payments of a wallet', {
      condition: lines(
        "activity.kind == 'SIGN_TRANSACTION'",
        "wallet.label == 'Treasury'",
        'eth.tx.chain_id == 1',
        "eth.tx.data == '0x'",
        'eth.tx.value <= 500000000000000000',
      ),
    }),
    policy('Ethereum payments to one address, two approvals', {
      condition: lines(
        "activity.kind == 'SIGN_TRANSACTION'",
        'eth.tx.chain_id == 1',
        "eth.tx.data == '0x'",
        "eth.tx.to == '0x0000000000000000000000000000000000000001'",
      ),
      consensus: 'approvers.count() >= 2',
    }),
    policy('Small Solana transfers', {
      condition: lines(
        "activity.kind == 'SIGN_TRANSACTION'",
        'solana.tx.instructions.count() == 1',
        "solana.tx.instructions.all(item, item.program_key == '11111111111111111111111111111111')",
        'solana.tx.transfers.all(item, item.amount <= 1000000000)',
      ),
    }),
    policy('Bitcoin to known outputs', {
      condition: lines(
        "activity.kind == 'SIGN_TRANSACTION'",
        "bitcoin.tx.outputs.all(item, item.address in ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'])",
        'bitcoin.tx.fee <= 20000',
      ),
    }),
    policy('Nobody exports', {
      effect: 'EFFECT_DENY',
      condition: "activity.action == 'EXPORT'",
    }),
  ],
};
