import type { ReactNode } from 'react';
import type { RefusalBody } from '../../../preload/contract/service-refusal.ts';
import { STATUS } from '../../../protocol/status.ts';
import { FactRow, Facts } from './facts.tsx';
import styles from './service-said.module.css';
import { uiText } from './text.ts';

/** What the service said when it refused, part by part: its error code, its status, and each field it would not take. */
export function ServiceSaid({ said }: { said: RefusalBody }): ReactNode {
  const { errorCode, status, httpStatus, fieldViolations } = said;
  return (
    <div className={styles['said']}>
      <Facts>
        <FactRow label={uiText.service.code}>
          <code>{errorCode}</code>
        </FactRow>
        <FactRow label={uiText.service.codeLabel} note={uiText.service.http(httpStatus)}>
          <code>{[String(status), nameOf(status)].join(' ').trim()}</code>
        </FactRow>
        {fieldViolations.map(({ field, description }, index) => (
          <FactRow key={index} label={uiText.service.field}>
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
