// @ts-check
// The examples, each with its picture and one line.

/**
 * @param {HTMLDialogElement} box @param {HTMLElement} place
 * @param {(program: {name: string, text: string}) => void} chosen
 */
export async function openGallery(box, place, chosen) {
    box.showModal();
    if (place.children.length) return;
    const { examples } = await (await fetch("site.json")).json();
    for (const { name, what, picture } of examples) {
        const button = document.createElement("button"), title = document.createElement("b"), line = document.createElement("span");
        button.type = "button";
        title.textContent = name;
        line.textContent = what;
        line.lang = "en";
        if (picture) {
            const image = document.createElement("img");
            image.src = `examples/${name}.png`;
            image.alt = "";
            image.loading = "lazy";
            button.append(image);
        }
        button.append(title, line);
        button.onclick = async () => {
            box.close();
            chosen({ name: `${name}.bas`, text: await (await fetch(`examples/${name}.bas`)).text() });
        };
        place.append(button);
    }
}
