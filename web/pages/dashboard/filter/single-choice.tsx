import './filter-chips.css';

interface SingleChoiceProps<Value extends string> {
  label: string;
  options: readonly { value: Value; text: string }[];
  /** undefined: none of them. */
  current: Value | undefined;
  onChoose: (value: Value) => void;
  /** Told of an option that the pointer is on, so that its figures can be there before they are asked for. */
  onConsider: (value: Value) => void;
}

/** One of a few, all of them in sight. */
export function SingleChoice<Value extends string>({
  label,
  options,
  current,
  ...on
}: SingleChoiceProps<Value>) {
  return (
    <fieldset className="single-choice">
      <legend className="visually-hidden">{label}</legend>
      {options.map(({ value, text }) => (
        <label key={value} onPointerEnter={() => on.onConsider(value)}>
          <input
            type="radio"
            name={label}
            className="visually-hidden"
            checked={value === current}
            onChange={() => on.onChoose(value)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
