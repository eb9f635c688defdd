/** Something is on its way; what, says the text beside it. */
export function Spinner() {
  return <span aria-hidden className="inline-block size-3.5 animate-turn rounded-full border-2 border-current border-r-transparent" />
}
