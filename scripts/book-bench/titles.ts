// Titles and authors for any number of books, in several scripts. Every word is in many titles.

interface Shelf {
  words: string[];
  title: (a: string, b: string, n: number) => string;
  given: string[];
  family: string[];
}

const split = (words: string) => words.split(" ");

/** English has three of eight shelves, so that its short words are in as many titles as in a real catalogue. */
const ENGLISH: Shelf = {
  words: split(
    "River Garden Mountain Winter Letter Harbour Silence Orchard Shadow Lantern Voyage Island Mirror Forest Bridge Summer",
  ),
  title: (a, b, n) => `The ${a} and the History of ${b} ${n}`,
  given: split("Mary John Alice Henry Jane Edward Clara Thomas"),
  family: split("Hill Carter Wood Marsh Fletcher Stone Baker Field"),
};

const SHELVES: Shelf[] = [
  ENGLISH,
  ENGLISH,
  ENGLISH,
  {
    words: split(
      "rivière jardin montagne hiver lettre silence verger ombre lanterne voyage île miroir forêt pont été fenêtre",
    ),
    title: (a, b, n) => `L’histoire de ${a} et de ${b}, tome ${n}`,
    given: split("Hélène André Chloé Benoît Zoé René Éloïse Noël"),
    family: split("Lefèvre Dupré Forêt Garçon Légère Bérard Côté Noël"),
  },
  {
    words: split(
      "mto bustani mlima baridi barua bandari kimya shamba kivuli taa safari kisiwa kioo msitu daraja jua",
    ),
    title: (a, b, n) => `Hadithi ya ${a} na ${b} ${n}`,
    given: split("Amina Juma Neema Baraka Zawadi Hamisi Rehema Imani"),
    family: split("Mwangi Otieno Kamau Njoroge Salim Mushi Nyerere Juma"),
  },
  {
    words: split(
      "النهر الحديقة الجبل الشتاء الرسالة الميناء الصمت البستان الظل المصباح الرحلة الجزيرة المرآة الغابة الجسر الصيف",
    ),
    title: (a, b, n) => `حكاية ${a} و${b} ${n}`,
    given: split("أمينة يوسف ليلى كريم سلمى عمر نور هشام"),
    family: split("الحداد النجار الصباغ البغدادي المصري الشامي التونسي الفاسي"),
  },
  {
    words: split("河流 花园 高山 冬天 书信 港口 沉默 果园 影子 灯笼 航程 岛屿 镜子 森林 桥梁 夏日"),
    title: (a, b, n) => `${a}与${b}的故事 ${n}`,
    given: split("明 丽 伟 芳 静 军 敏 磊"),
    family: split("王 李 张 刘 陈 杨 赵 黄"),
  },
  {
    words: split(
      "река сад гора зима письмо гавань тишина роща тень фонарь путь остров зеркало лес мост лето",
    ),
    title: (a, b, n) => `История: ${a} и ${b}, том ${n}`,
    given: split("Анна Иван Мария Пётр Ольга Сергей Елена Фёдор"),
    family: split("Иваненко Петрова Сидоров Кузнецов Орлова Белов Зайцев Лебедь"),
  },
];

const pick = <Item>(items: Item[], number: number) => items[number % items.length] as Item;

/** The title and the author of a book by its number. No two numbers have the same title. */
export function bookNumber(n: number): { title: string; author: string } {
  const { words, title, given, family } = pick(SHELVES, n);
  // Books with consecutive numbers are far apart in the list.
  const mixed = Math.imul(n, 2_654_435_761) >>> 0;
  const author = [pick(given, mixed >>> 5), pick(family, mixed >>> 11)].join(" ");
  return { title: title(pick(words, mixed >>> 17), pick(words, mixed >>> 23), n), author };
}

/** Search terms with words of these titles. */
export const SEARCHES = {
  /** This word is in every title of three shelves. */
  oneWord: "history",
  /** These words are together in as many titles as the word of `oneWord`. */
  threeWords: "the history of",
  /**
   * Each of these words is in the titles of at least one shelf, but no title has all of them, so a search has
   * to look through everything.
   */
  neverTogether: "history том tome",
};
