import { expect, it, vi } from 'vitest';
import { createEarlyEmitter, createEmitter } from '#main/platform/emitter.ts';

it('tells nobody later what nobody heard', () => {
  const emitter = createEmitter<[number]>();
  const listener = vi.fn<(told: number) => void>();
  emitter.emit(1);
  emitter.on(listener);
  expect(listener).not.toHaveBeenCalled();
  emitter.emit(2);
  expect(listener.mock.calls).toEqual([[2]]);
});

it('tells who listens first what came before, once, and nobody else', () => {
  const emitter = createEarlyEmitter();
  emitter.emit();
  emitter.emit();
  const first = vi.fn<() => void>();
  emitter.on(first);
  expect(first).toHaveBeenCalledTimes(1);
  const second = vi.fn<() => void>();
  emitter.on(second);
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).not.toHaveBeenCalled();
  emitter.emit();
  expect(first).toHaveBeenCalledTimes(2);
  expect(second).toHaveBeenCalledTimes(1);
});

it('owes nobody anything where nothing came before', () => {
  const emitter = createEarlyEmitter();
  const first = vi.fn<() => void>();
  emitter.on(first);
  expect(first).not.toHaveBeenCalled();
  emitter.emit();
  const second = vi.fn<() => void>();
  emitter.on(second);
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).not.toHaveBeenCalled();
});
