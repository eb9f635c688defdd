/** A value that opens what it can be changed to. */
export const valueClasses = 'h-auto! min-h-8 w-full flex-wrap justify-start! px-2! py-1! text-left font-normal! text-ink!'
