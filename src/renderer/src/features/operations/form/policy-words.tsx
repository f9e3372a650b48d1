import { History } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { PolicyWords } from '#preload/contract/activities.ts';
import { type DraftGroup, valueOfGroup } from '#protocol/form/draft.ts';
import { faultAt } from '#protocol/policies/fields.ts';
import { useIsOffline } from '#renderer/bridge/app-state.ts';
import { type BridgeError, asBridgeError, getConsole } from '#renderer/bridge/console.ts';
import { createTurns } from '#renderer/bridge/turns.ts';
import { FactList, FactRow } from '#renderer/ui/facts.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Refusal, Warnings } from '#renderer/ui/notes.tsx';
import { Skeleton } from '#renderer/ui/states.tsx';
import { useFormPlace } from './form-place.ts';
import styles from './policy.module.css';
import { FORM_TEXT } from './text.ts';
import { TRIED, type Tried, type TriedBy } from './tried-policy.ts';

const TEXT = FORM_TEXT.words;
/** So long after the last letter it is said anew, in ms. */
const PAUSE_MS = 250;

/** What the policy comes to that a form holds, said while it is typed; nothing for another operation. */
export function LivePolicyWords({ operation }: { operation: string }): ReactNode {
  const isOffline = useIsOffline();
  const triedBy = TRIED[operation];
  return !isOffline && triedBy && <Words triedBy={triedBy} />;
}

const hasFault = ({ condition, consensus, time }: Tried): boolean =>
  Object.entries({ condition, consensus, time } as const).some(
    ([part, text]) => text !== null && faultAt(part as 'condition' | 'consensus' | 'time', text) !== null,
  );

interface Said {
  /** Of the last version that could be read. */
  readonly words: PolicyWords | null;
  readonly isEarlier: boolean;
  readonly error: BridgeError | null;
}

/** The words of what is typed; an answer about an earlier version counts for nothing. */
function useWords(triedBy: TriedBy): Said {
  const form = useFormContext();
  const { fields } = useFormPlace();
  const [said, setSaid] = useState<Said>({ words: null, isEarlier: false, error: null });
  useEffect(() => {
    const turns = createTurns();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = '';
    const tell = async (): Promise<void> => {
      const policy = triedBy(valueOfGroup(fields, form.getValues('parameters') as DraftGroup));
      const text = JSON.stringify(policy);
      if (text === asked) return;
      asked = text;
      const isMine = turns.begin();
      if (hasFault(policy)) {
        setSaid(({ words }) => ({ words, isEarlier: words !== null, error: null }));
        return;
      }
      try {
        const words = await getConsole().activities.policyWords(policy);
        if (isMine()) setSaid({ words, isEarlier: false, error: null });
      } catch (thrown) {
        if (!isMine()) return;
        // A further change asks again.
        asked = '';
        setSaid(({ words }) => ({ words, isEarlier: words !== null, error: asBridgeError(thrown) }));
      }
    };
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void tell(), PAUSE_MS);
    };
    void tell();
    const stop = form.subscribe({ formState: { values: true }, callback: later });
    return () => {
      turns.end();
      clearTimeout(timer);
      stop();
    };
  }, [form, fields, triedBy]);
  return said;
}

function Words({ triedBy }: { triedBy: TriedBy }): ReactNode {
  const { words, isEarlier, error } = useWords(triedBy);
  const title = words?.effect === 'EFFECT_DENY' ? TEXT.denies : TEXT.allows;
  return (
    <section className={styles['said']} aria-label={title} aria-busy={words === null && error === null}>
      <b>{title}</b>
      {isEarlier && (
        <p className={styles['earlier']}>
          <Icon of={History} />
          {TEXT.earlier}
        </p>
      )}
      {words === null && error === null && <Skeleton lines={3} />}
      {words !== null && (
        <>
          <FactList facts={words.facts}>
            {words.notLimited !== null && (
              <FactRow label={TEXT.notLimited}>
                <b className={styles['free']}>{words.notLimited}</b>
              </FactRow>
            )}
            {words.notApplied !== null && <FactRow label={TEXT.notApplied}>{words.notApplied}</FactRow>}
          </FactList>
          <Warnings warnings={words.warnings} />
        </>
      )}
      <Refusal error={error} />
    </section>
  );
}
