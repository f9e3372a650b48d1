import type { ReactNode } from 'react';
import { HiddenText } from './hidden-text.tsx';
import styles from './digest.module.css';

/**
 * A digest or an address as hex in groups, whole, so that two people can compare it aloud.
 * @param value hex, with or without 0x or `sha256:`, which stay in front
 * @param size characters a group: 8 for addresses, 4 for digests
 */
export function Digest({ value, size = 4 }: { value: string; size?: number }): ReactNode {
  const prefix = /^(?:0x|sha256:)/.exec(value)?.[0] ?? '';
  const hex = value.slice(prefix.length);
  const groups: string[] = [];
  for (let at = 0; at < hex.length; at += size) groups.push(hex.slice(at, at + size));
  return (
    <span className={styles['digest']}>
      <HiddenText>{value}</HiddenText>
      <span aria-hidden className={styles['groups']}>
        {prefix && <span>{prefix}</span>}
        {groups.map((group, index) => (
          <span key={index}>{group}</span>
        ))}
      </span>
    </span>
  );
}
