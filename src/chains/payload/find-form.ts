import type { HashFunction } from '#protocol/catalogue/signing.ts';
import { AppError } from '#protocol/error.ts';
import { CHAINS, type Chain } from '../chains.ts';
import type { DecodeContext, FormContext, FormReading, PayloadForm, KeyToSign } from '../model/chain.ts';
import type { Warning } from '../model/decoded.ts';
import { warn } from '../model/warnings.ts';
import { COSMOS_FORMS } from './cosmos-forms.ts';

/** Bytes of a known form, and what they say. */
export interface FoundForm {
  readonly form: Pick<PayloadForm, 'name' | 'kind' | 'hashedWith'>;
  readonly reading: FormReading;
  /** The chain that the form is of. */
  readonly chain?: Chain;
}

/** Who signs, as each chain knows the key. */
interface FindContext extends FormContext {
  readonly signerOn: (chain: Chain) => KeyToSign | undefined;
  /** The operator's addresses on a chain. */
  readonly ownOn: (chain: Chain) => readonly string[];
  /** What is known beside the payload. */
  readonly known: Omit<DecodeContext, 'ownAddresses'>;
}

/** A form, and the chain that it is of. */
interface SoughtForm extends PayloadForm<FindContext> {
  readonly chain?: Chain;
}

/** The forms of a chain, which reads its own transactions. */
const formsOf = (chain: Chain): SoughtForm[] =>
  chain.payloadForms.map((form) => ({
    ...form,
    chain,
    read: (bytes, context) =>
      form.read(bytes, {
        ...context,
        readTransaction: (transaction) => {
          const known = { ...context.known, ownAddresses: context.ownOn(chain) };
          const reading = chain.read(transaction, context.signerOn(chain), known);
          const { sentence, facts, warnings } = reading;
          return { sentence, facts, warnings, reading };
        },
      }),
  }));

const FORMS: readonly SoughtForm[] = [...CHAINS.flatMap(formsOf), ...COSMOS_FORMS];

/**
 * Finds out whether bytes are something that a signature makes valid past everything that looks at transactions: a
 * transaction of any chain, an authorization, data for a contract. Neither the encoding nor the hash function is asked:
 * they are the requester's words.
 * @returns null where the bytes are of no known form
 */
export function findForm(bytes: Uint8Array, context: FindContext): FoundForm | null {
  for (const form of FORMS) {
    try {
      const reading = form.read(bytes, context);
      if (reading !== null)
        return { form, reading, ...(form.chain === undefined ? {} : { chain: form.chain }) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return null;
}

/** The warning that plain bytes are what they are. */
export function warnOfForm({ form }: FoundForm, hashFunction: HashFunction): Warning {
  const isTransaction = form.kind === 'transaction';
  return warn(
    isTransaction ? 'TRANSACTION_AS_PAYLOAD' : 'FORM_AS_PAYLOAD',
    'danger',
    isTransaction ? 'This is a transaction' : 'This is no plain data',
    form.hashedWith.includes(hashFunction)
      ? `With the signature, these bytes are valid as ${form.name}. Policies about transactions are not asked, and what comes back is not checked as one.`
      : `These bytes are ${form.name}, which is usually signed in another way. Nothing but that has a use for them.`,
  );
}
