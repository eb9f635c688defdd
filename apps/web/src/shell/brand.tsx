import mark from '../mark.svg'

/** The name of the product is the same in every language. */
const name = 'Tandem'

export function Brand({ className }: { className?: string }) {
  return (
    <span className="flex items-center gap-2 font-semibold text-md tracking-tight">
      <img src={mark} alt="" width={20} height={20} />
      <span className={className}>{name}</span>
    </span>
  )
}
