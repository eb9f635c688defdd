/** A checkbox or radio button: of one size everywhere, however little room its label leaves. */
export const tickClasses = 'size-4 shrink-0 accent-accent'

/** The label of a checkbox or radio button: the name of the choice, and its meaning. */
export function Explained({ name, about }: { name: string; about: string }) {
  return (
    <span className="min-w-0">
      <span className="block font-medium">{name}</span>
      <span className="block text-ink-2 text-sm">{about}</span>
    </span>
  )
}
