import { useEffect, useState } from 'react';
import type { LookedAtPayments } from '#preload/contract/payment-files.ts';
import type { PaymentProblem } from '#preload/contract/transfers.ts';
import { type BridgeError, type ConsoleApi, asBridgeError, getConsole } from '../../bridge/console.ts';
import { usePayment } from './payment-store.ts';

/** A file's columns as they were chosen; recipient and amount have to be. */
type Columns = Awaited<ReturnType<ConsoleApi['paymentFiles']['columns']>>['columns'];

/** What a look through a file's lines said last. */
interface Look {
  readonly looked: LookedAtPayments | null;
  /** What the form lacks for a look. */
  readonly problems: readonly PaymentProblem[];
  readonly error: BridgeError | null;
}

const NOTHING: Look = { looked: null, problems: [], error: null };
// Long enough not to read the file at every key.
const PAUSE_MS = 250;

/** Looks through the lines of a file whenever what they are paid by is another; what has a stand-in, as a nonce, changes nothing of it. */
export function usePaymentLook(
  read: { readonly file: string; readonly turn: number; readonly columns: Columns } | null,
): Look {
  const { type, signWith, network, asset, values, form } = usePayment();
  const [answer, setAnswer] = useState<{ readonly asked: string; readonly look: Look } | null>(null);
  const later = new Set(form?.fields.flatMap(({ name, standIn }) => (standIn === undefined ? [] : [name])));
  const { to = null, amount = null } = read?.columns ?? {};
  const input =
    read === null || to === null || amount === null || signWith === null
      ? null
      : JSON.stringify({
          ...{ file: read.file, type, signWith, network, asset },
          columns: { ...read.columns, to, amount },
          values: Object.fromEntries(Object.entries(values).filter(([name]) => !later.has(name))),
        });
  const asked = `${read?.turn ?? 0} ${input ?? ''}`;
  useEffect(() => {
    let isStale = false;
    if (input === null) return undefined;
    const timer = setTimeout(() => {
      lookAt(input).then(
        (next) => {
          if (!isStale && next !== null) setAnswer({ asked, look: next });
        },
        (error: unknown) => {
          if (!isStale) setAnswer({ asked, look: { ...NOTHING, error: asBridgeError(error) } });
        },
      );
    }, PAUSE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [asked, input]);
  // Totals of other columns, or of another account, are none of this file's.
  return answer?.asked === asked ? answer.look : NOTHING;
}

async function lookAt(input: string): Promise<Look | null> {
  const { look } = getConsole().paymentFiles;
  const answer = await look(JSON.parse(input) as Parameters<typeof look>[0]);
  if (answer.state === 'superseded') return null;
  if (answer.state === 'unready') return { ...NOTHING, problems: answer.problems };
  return { ...NOTHING, looked: answer };
}
