const address = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/;

/** Free text with its line breaks; e-mail addresses in it can be written to. */
export function ContactText({ text }: { text: string }) {
  return (
    <p className="contact-text" style={{ margin: 0, whiteSpace: 'pre-line' }}>
      {text.split(address).map((part) =>
        address.test(part) ? (
          <a key={part} href={`mailto:${part}`}>
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}
