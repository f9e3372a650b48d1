import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField } from 'react-aria-components/TextField';
import type { ByteRange } from '#chains/model/decoded.ts';
import { classNames } from '../../ui/class-names.ts';
import field from '../../ui/fields.module.css';
import { markBytes } from './byte-marks.ts';
import styles from './hex-field.module.css';
import { SIGNING_TEXT } from './text.ts';

// Marks behind more text than this would slow typing down.
const MAX_MARKED = 65_536;

interface HexFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Faint words after the label: "176 bytes, hex". */
  readonly aside: string;
  /** Bytes to mark. */
  readonly marks: readonly ByteRange[];
  readonly error: { readonly message: string; readonly remedy: string } | null;
  readonly isDisabled: boolean;
  /** Its height, in lines. */
  readonly rows: number;
}

/** The transaction as hex; the bytes of the fact under the pointer are marked behind the letters. */
export function HexField(props: HexFieldProps): ReactNode {
  const { label, value, onChange, aside, marks, error, isDisabled, rows } = props;
  const backdrop = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const segments = marks.length > 0 && value.length <= MAX_MARKED ? markBytes(value, marks) : [];
  // A mark out of sight is brought into it; then both boxes stand at the same line.
  useLayoutEffect(() => {
    const [box, marked] = [area.current, backdrop.current?.querySelector('mark')];
    if (!box || !marked) return;
    const isAbove = marked.offsetTop < box.scrollTop;
    const isBelow = marked.offsetTop + marked.offsetHeight > box.scrollTop + box.clientHeight;
    if (isAbove || isBelow) box.scrollTo({ top: marked.offsetTop - box.clientHeight / 2 });
    backdrop.current?.scrollTo({ top: box.scrollTop });
  }, [marks, value]);
  return (
    <TextField
      className={field['field'] ?? ''}
      value={value}
      onChange={onChange}
      isInvalid={error !== null}
      isReadOnly={isDisabled}
      validationBehavior="aria"
      autoComplete="off"
    >
      <Label className={field['label'] ?? ''}>
        {label} {aside !== '' && <span className={field['aside']}>{aside}</span>}
      </Label>
      <div className={classNames(field['box'], styles['frame'])}>
        <div ref={backdrop} className={classNames(styles['text'], styles['backdrop'])} aria-hidden>
          {segments.map((segment, index) =>
            segment.marked ? (
              <mark key={index}>{segment.text}</mark>
            ) : (
              <span key={index}>{segment.text}</span>
            ),
          )}
        </div>
        <TextArea
          ref={area}
          className={classNames(styles['text'], styles['area'])}
          spellCheck="false"
          rows={rows}
          placeholder={SIGNING_TEXT.compose.placeholder}
          onScroll={(event) => backdrop.current?.scrollTo({ top: event.currentTarget.scrollTop })}
        />
      </div>
      <FieldError className={field['error'] ?? ''}>
        {error && (
          <>
            <b>{error.message}</b> {error.remedy}
          </>
        )}
      </FieldError>
    </TextField>
  );
}
