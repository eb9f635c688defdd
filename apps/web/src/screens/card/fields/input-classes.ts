/** A field that looks like its value until somebody points at it. */
export const quietInput =
  'min-h-8 w-full min-w-0 rounded-md border border-transparent bg-transparent px-2 py-1 text-ink hover:not-disabled:bg-hover focus:border-line-strong focus:bg-surface aria-invalid:border-danger pointer-coarse:min-h-11'
