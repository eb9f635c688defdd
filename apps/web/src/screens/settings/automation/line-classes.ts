/** A control within a sentence: as wide as what is in it, where `inputClasses` fills its line. */
export const lineClasses =
  'h-8 max-w-full rounded-md border border-line-strong bg-surface px-2 text-base text-ink outline-offset-0 hover:border-ink-3 disabled:opacity-60 aria-invalid:border-danger pointer-coarse:h-11'
