import { classes } from './classes.ts'

/** Facts with dots between them. A line neither ends nor begins with a dot: the one before its first fact lies outside and is cut off. */
export function Dotted({ facts, className }: { facts: readonly string[]; className?: string }) {
  return (
    <span className={classes('block min-w-0 overflow-hidden', className)}>
      <span className="-ml-3 flex flex-wrap">
        {facts.map((fact, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two facts may be the same
          <span key={at} className="relative min-w-0 pl-3 before:absolute before:left-1 before:content-['·']">
            {/* The space parts the facts where they are read aloud or copied. */}
            {fact}{' '}
          </span>
        ))}
      </span>
    </span>
  )
}
