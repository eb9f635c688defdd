/** The name of a choice, and what choosing it means. */
export function Explained({ name, about }: { name: string; about: string }) {
  return (
    <span className="min-w-0">
      <span className="block font-medium">{name}</span>
      <span className="block text-ink-2 text-sm">{about}</span>
    </span>
  )
}
