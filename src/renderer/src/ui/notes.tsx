import { CircleCheck, Info, type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Warning } from '#chains/model/decoded.ts';
import type { RefusalBody } from '#preload/contract/call.ts';
import { STATUS } from '#protocol/status.ts';
import { classNames } from './class-names.ts';
import { FactRow, Facts } from './facts.tsx';
import { Icon } from './icon.tsx';
import styles from './notes.module.css';
import { UI_TEXT } from './text.ts';

type NoteTone = 'plain' | 'good' | 'warn' | 'bad';

const ICONS: Record<NoteTone, LucideIcon> = {
  plain: Info,
  good: CircleCheck,
  warn: TriangleAlert,
  bad: OctagonAlert,
};

interface NoteProps {
  readonly tone?: NoteTone;
  readonly icon?: LucideIcon;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** Says it aloud when it appears: for refusals. */
  readonly live?: boolean;
  /** A button to the remedy. */
  readonly action?: ReactNode;
}

/** A coloured box with a title and a sentence: something that went well, needs a look, or went wrong. */
export function Note({ tone = 'plain', icon, title, children, live, action }: NoteProps): ReactNode {
  return (
    <div className={classNames(styles['note'], styles[tone])} {...(live ? { role: 'alert' } : {})}>
      <Icon of={icon ?? ICONS[tone]} className={styles['icon']} />
      <div className={styles['words']}>
        {title !== undefined && <div className={styles['title']}>{title}</div>}
        {children !== undefined && <div className={styles['text']}>{children}</div>}
      </div>
      {action}
    </div>
  );
}

/** Why something was refused, and what to do next; what the service said, where it was the service. */
export interface Refused {
  readonly message: string;
  readonly remedy: string;
  readonly service?: RefusalBody | undefined;
}

/** A refused call beside the control that made it: what happened, and what to do next. */
export function Refusal({ error }: { error: Refused | null }): ReactNode {
  return (
    error && (
      <Note tone="bad" title={error.message} live>
        {error.remedy}
        {error.service && <ServiceSaid said={error.service} />}
      </Note>
    )
  );
}

/** What the service said when it refused, part by part: its error code, its status, and each field it would not take. */
export function ServiceSaid({ said }: { said: RefusalBody }): ReactNode {
  const { errorCode, status, httpStatus, fieldViolations } = said;
  return (
    <div className={styles['said']}>
      <Facts>
        <FactRow label={UI_TEXT.service.code}>
          <code>{errorCode}</code>
        </FactRow>
        <FactRow label={UI_TEXT.service.codeLabel} note={UI_TEXT.service.http(httpStatus)}>
          <code>{[String(status), nameOf(status)].join(' ').trim()}</code>
        </FactRow>
        {fieldViolations.map(({ field, description }, index) => (
          <FactRow key={index} label={UI_TEXT.service.field}>
            <code>{field}</code>
            <span>{description}</span>
          </FactRow>
        ))}
      </Facts>
    </div>
  );
}

/** The name of a gRPC status code; empty where the protocol names none. */
const nameOf = (status: number): string =>
  Object.entries(STATUS).find(([, { code }]) => code === status)?.[0] ?? '';

const TONES = { notice: 'plain', caution: 'warn', danger: 'bad' } as const;
const ORDER: readonly Warning['severity'][] = ['danger', 'caution', 'notice'];

/** Warnings, the gravest first; nothing when there are none. */
export function Warnings({ warnings }: { warnings: readonly Warning[] }): ReactNode {
  if (warnings.length === 0) return null;
  const sorted = [...warnings].sort(
    (one, other) => ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity),
  );
  return (
    <ul className={styles['list']} aria-label={UI_TEXT.warnings}>
      {sorted.map((warning, index) => (
        <li key={`${warning.code}-${index}`}>
          <Note tone={TONES[warning.severity]} title={warning.title}>
            {warning.text}
          </Note>
        </li>
      ))}
    </ul>
  );
}
