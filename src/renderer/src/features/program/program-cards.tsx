import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { ProgramFacts } from '#preload/contract/program.ts';
import { getConsole } from '../../bridge/console.ts';
import { useNavigation } from '../../navigation/navigation.ts';
import { Below } from '../../ui/below.tsx';
import { Button } from '../../ui/button.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { attempt } from '../../ui/toasts.ts';
import { CopyButton } from '../../ui/values.tsx';
import styles from './program.module.css';
import { LicensesDialog } from './licenses-dialog.tsx';
import { SelfCheckDialog } from './self-check-dialog.tsx';
import { PROGRAM_TEXT } from './text.ts';
import { UpdatesCard } from './updates-card.tsx';

const TEXT = PROGRAM_TEXT.about;

/** The cards about the program itself; loaded when the settings are opened. */
export function ProgramCards(): ReactNode {
  const asked = useNavigation((state) => state.focus);
  // Whoever is led here again finds it as asked for.
  const visit = useNavigation((state) => state.visit);
  const cards = useRef<HTMLDivElement>(null);
  const [isKnown, setKnown] = useState(false);
  const know = useCallback(() => setKnown(true), []);
  useEffect(() => {
    if (asked === 'about' || asked === 'self-check' || asked === 'updates')
      cards.current?.lastElementChild?.scrollIntoView();
  }, [asked, isKnown]);
  return (
    <div ref={cards} className={styles['cards']}>
      <UpdatesCard onKnown={know} />
      <Below isKnown={isKnown}>
        <AboutCard key={visit} asked={asked} />
      </Below>
    </div>
  );
}

/** What the program is made of, whose licenses are in it, and its self-check. */
function AboutCard({ asked }: { asked: string | null }): ReactNode {
  const [facts, setFacts] = useState<ProgramFacts | null>(null);
  const [isAnswered, setIsAnswered] = useState(false);
  const [open, setOpen] = useState<'licenses' | 'self-check' | null>(
    asked === 'self-check' ? 'self-check' : null,
  );
  useEffect(() => {
    const load = async (): Promise<void> => setFacts(await getConsole().program.about());
    void attempt(load).then(() => setIsAnswered(true));
  }, []);
  return (
    <Card label={TEXT.title}>
      <CardHeader title={TEXT.title} />
      {facts !== null && (
        <CardSection>
          <Facts>
            <FactRow
              label={TEXT.version}
              note={facts.runtimes.map(({ name, version }) => `${name} ${version}`).join(', ')}
            >
              {facts.version}
            </FactRow>
            <FactRow label={TEXT.license}>{facts.license}</FactRow>
            <FactRow label={TEXT.thirdParty}>
              {facts.packages === null ? TEXT.notBuilt : TEXT.packages(facts.packages)}
            </FactRow>
            <FactRow label={TEXT.dataFolder}>
              <code>{facts.dataFolder}</code>
              <CopyButton text={facts.dataFolder} what={TEXT.dataFolderNoun} />
            </FactRow>
            <FactRow label={TEXT.keychainItem} note={facts.keychainBackend}>
              {facts.keychainItem}
            </FactRow>
          </Facts>
        </CardSection>
      )}
      {/* Facts that arrive move the buttons: one that is being pressed would slip from under the pointer. */}
      {isAnswered && (
        <CardFooter note={TEXT.note}>
          {facts?.packages != null && <Button onPress={() => setOpen('licenses')}>{TEXT.licenses}</Button>}
          <Button onPress={() => setOpen('self-check')}>{TEXT.selfCheck}</Button>
        </CardFooter>
      )}
      {open === 'licenses' && <LicensesDialog count={facts?.packages ?? 0} onClose={() => setOpen(null)} />}
      {open === 'self-check' && <SelfCheckDialog onClose={() => setOpen(null)} />}
    </Card>
  );
}
