import { type TransferForm, TransferRefused, type TransferRequest } from '#chains/model/transfer.ts';

/** A payment with the form's own first values, and what differs from those. */
export const requestOf = (
  form: TransferForm,
  sender: string,
  { values = {}, ...changes }: Partial<TransferRequest>,
): TransferRequest => ({
  sender: { address: sender },
  network: form.networks[0]?.id ?? '',
  to: '',
  asset: form.assets(form.networks[0]?.id ?? '')[0]?.id ?? '',
  amount: '1',
  nowMs: 1_795_219_200_000,
  ...changes,
  values: { ...Object.fromEntries(form.fields.map(({ name, initial }) => [name, initial])), ...values },
});

/** What is wrong with a payment: `field: CODE` of each problem. */
export function problemsOf(form: TransferForm, request: TransferRequest): string[] {
  try {
    form.build(request);
  } catch (error) {
    if (error instanceof TransferRefused) return error.problems.map(({ field, code }) => `${field}: ${code}`);
    throw error;
  }
  return [];
}
