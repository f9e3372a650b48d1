import type { ReactNode } from 'react';
import type { ContactHistory } from '#preload/contract/contacts.ts';
import type { QueryState } from '../../bridge/live-query.ts';
import { formatDay } from '../../format/time.ts';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { stateFace } from '../activities/activity-text.ts';
import styles from './contacts.module.css';
import { CONTACT_TEXT } from './text.ts';

const TEXT = CONTACT_TEXT.detail.payments;

/** The last payments to a contact. The list takes the same room whatever is in it: the buttons below stay where they are. */
export function ContactPayments({ history }: { history: QueryState<ContactHistory> }): ReactNode {
  return (
    <section aria-label={TEXT.title} aria-busy={history.state === 'loading'}>
      <h3 className={styles['subtitle']}>{TEXT.title}</h3>
      <ul className={styles['payments']}>
        {history.state === 'ready' &&
          history.value.payments.map(({ activityId, amount, network, status, atMs }) => {
            const { word, tone } = stateFace(status);
            return (
              <li key={activityId}>
                <time dateTime={new Date(atMs).toISOString()}>{formatDay(atMs)}</time>
                <b className={styles['sum']}>{amount === '' ? network : amount}</b>
                <span className={classNames(styles['state'], styles[tone])}>{word}</span>
                <Button small kind="quiet" onPress={() => go('activities', activityId)}>
                  {TEXT.show}
                </Button>
              </li>
            );
          })}
        {history.state === 'ready' && history.value.payments.length === 0 && (
          <li className={styles['nothing']}>{TEXT.none}</li>
        )}
        {history.state === 'failed' && <li className={styles['nothing']}>{history.error.message}</li>}
      </ul>
    </section>
  );
}
