import type { ReactNode } from 'react';

/** A column: `grow` takes what is left over, `numeric` stands right. The first one names its row. */
export interface TableColumn<T> {
  readonly id: string;
  readonly title: string;
  readonly grow?: boolean;
  readonly numeric?: boolean;
  /** Its width in a long table, which does not follow what is drawn; 8rem when left out, 14rem for the first. */
  readonly width?: string;
  readonly cell: (row: T) => ReactNode;
}
