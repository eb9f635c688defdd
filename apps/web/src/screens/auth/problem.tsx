/** What went wrong with a whole form. */
export function Problem({ text }: { text: string | null }) {
  return <div role="alert">{text && <p className="rounded-md bg-danger-soft px-3 py-2 text-danger text-md">{text}</p>}</div>
}
