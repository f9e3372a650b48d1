import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import type { ButtonProps } from '../../ui/button.tsx';
import { openRequest } from './request-store.ts';
import type { RecordRequest } from './request-store.ts';

type RequestButtonProps = RecordRequest &
  Pick<ButtonProps, 'kind' | 'small' | 'icon' | 'aria-label' | 'children'>;

/** Opens the form of an operation, with what the record already says filled in. */
export function RequestButton({ operation, initial, locked, ...button }: RequestButtonProps): ReactNode {
  const request = {
    operation,
    ...(initial === undefined ? {} : { initial }),
    ...(locked === undefined ? {} : { locked }),
  };
  return <Button {...button} onPress={() => openRequest(request)} />;
}
