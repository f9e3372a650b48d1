import type { ReactNode } from 'react';
import type { RefusalBody } from '#preload/contract/call.ts';
import { STATUS } from '#protocol/status.ts';
import { FactRow, Facts } from './facts.tsx';
import styles from './service-said.module.css';
import { UI_TEXT } from './text.ts';

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
