import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Consensus } from '#preload/contract/consensus.ts';
import { Note } from '../../ui/notes.tsx';
import { consensusTitle, wayWords } from './consensus-text.ts';
import { CONSENSUS_TEXT } from './text.ts';

interface ConsensusNoteProps {
  readonly consensus: Consensus;
  /** Says it aloud when it appears. */
  readonly live?: boolean;
  /** Names who voted, where no list of votes stands beside it. */
  readonly withVoters?: boolean;
  readonly action?: ReactNode;
}

/** Who is still needed: the first rule as the title, and each further way to go through. */
export function ConsensusNote({ consensus, live, withVoters, action }: ConsensusNoteProps): ReactNode {
  const { ways, voters, rejections } = consensus;
  return (
    <Note
      tone="warn"
      icon={Hourglass}
      title={consensusTitle(consensus)}
      {...(live ? { live } : {})}
      action={action}
    >
      {withVoters &&
        voters.map(({ name, approved }, index) => (
          <div key={index}>{CONSENSUS_TEXT.voted(name, approved)}</div>
        ))}
      {ways.map((way, index) => (
        <div key={index}>
          {index === 0 && way.need !== null
            ? CONSENSUS_TEXT.needs(way.rule, way.need)
            : `${way.rule}: ${wayWords(way)}.`}
        </div>
      ))}
      {!withVoters && rejections > 0 && <div>{CONSENSUS_TEXT.against(rejections)}</div>}
    </Note>
  );
}
