import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { CeremonyShares } from '#preload/contract/key-ceremonies.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/fields.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Countdown } from '../../ui/progress.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import styles from './ceremony.module.css';
import { CEREMONY_TEXT } from './text.ts';
import { WordsInput } from './words-input.tsx';

const TEXT = CEREMONY_TEXT.share;
const MASK = '•'.repeat(48);

const checkShare = async (typed: string): Promise<true> => {
  await getConsole().keyCeremonies.checkShare({ typed });
  return true;
};
const stopShares = () => getConsole().keyCeremonies.stopShares();

interface ShareCardProps {
  readonly shares: CeremonyShares;
  readonly count: number;
}

/** One share: behind a mask until somebody presses Show, then typed back from the paper. */
export function ShareCard({ shares: { name, done, wipesAtMs }, count }: ShareCardProps): ReactNode {
  const [typed, setTyped] = useState('');
  // Typed back from the paper, and not from the screen.
  const [hides, setHides] = useState(0);
  const checking = useTask(checkShare);
  const stopping = useTask(stopShares);
  const submit = async (): Promise<void> => {
    if (typed.trim() === '' || checking.busy) return;
    setHides(hides + 1);
    // What was mistyped stays, so that one word can be mended.
    if (await checking.run(typed)) setTyped('');
  };
  const title = TEXT.title(done + 1, count);
  return (
    <Card label={title}>
      <CardHeader title={title} tag={<EffectTag effect="export" />} end={name} />
      <CardSection className={styles['stack']}>
        <p className={styles['faint']}>{TEXT.hint}</p>
        <ShareWords key={hides} />
        <Form
          label={TEXT.typed}
          isMain
          onSubmit={() => void submit()}
          actions={
            <Button type="submit" kind="primary" isDisabled={typed.trim() === ''} isPending={checking.busy}>
              {TEXT.check}
            </Button>
          }
        >
          <WordsInput
            label={TEXT.typed}
            value={typed}
            onChange={setTyped}
            onFocus={() => setHides(hides + 1)}
          />
          <Refusal error={checking.error ?? stopping.error} />
        </Form>
      </CardSection>
      <CardFooter
        note={
          <>
            {TEXT.wipes} <Countdown key={wipesAtMs} untilMs={wipesAtMs} />
          </>
        }
      >
        <Button isPending={stopping.busy} onPress={() => void stopping.run()}>
          {TEXT.stop}
        </Button>
      </CardFooter>
    </Card>
  );
}

/** The words of the share whose turn it is: in this component alone, for a while, and gone with it or when the window is left. */
function ShareWords(): ReactNode {
  const [shown, setShown] = useState<{ words: string[]; hidesAtMs: number } | null>(null);
  // A window that was left before the answer came shows nothing.
  const isWanted = useRef(false);
  const hide = useCallback(() => {
    isWanted.current = false;
    setShown(null);
  }, []);
  const { run: reveal, error } = useTask(async () => {
    const answer = await getConsole().keyCeremonies.revealShare();
    if (isWanted.current) setShown(answer);
  });
  useEffect(() => {
    const leave = (): void => {
      if (document.hidden) hide();
    };
    window.addEventListener('blur', hide);
    document.addEventListener('visibilitychange', leave);
    return () => {
      isWanted.current = false;
      window.removeEventListener('blur', hide);
      document.removeEventListener('visibilitychange', leave);
    };
  }, [hide]);
  const toggle = (): void => {
    if (shown !== null) {
      hide();
      return;
    }
    isWanted.current = true;
    void reveal();
  };
  return (
    <div>
      <div className={styles['box']}>
        {shown === null ? (
          <span className={styles['mask']} aria-label={TEXT.hidden}>
            {MASK}
          </span>
        ) : (
          <ol className={styles['share']} aria-label={TEXT.words}>
            {shown.words.map((word, index) => (
              <li key={index}>{word}</li>
            ))}
          </ol>
        )}
        <Button small icon={shown ? EyeOff : Eye} onPress={toggle}>
          {shown ? TEXT.hide : TEXT.show}
        </Button>
      </div>
      {shown && (
        <p className={styles['faint']}>
          {TEXT.hides} <Countdown untilMs={shown.hidesAtMs} onEnd={hide} />
        </p>
      )}
      <Refusal error={error} />
    </div>
  );
}
