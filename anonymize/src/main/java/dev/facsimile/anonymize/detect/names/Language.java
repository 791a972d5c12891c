package dev.facsimile.anonymize.detect.names;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which language a text is in, by its little words, from general knowledge of the languages. Text
 * in another script than Latin is of no language known here.
 */
public final class Language {
  private static final int ENOUGH = 2;

  private static final Map<String, Set<String>> LITTLE_WORDS =
      Map.ofEntries(
          entry(
              "en",
              "the,of,and,to,is,that,it,for,you,with,this,are,was,be,have,not,my,your,what,can,i,on,at,we,they,from,will,would,there,which,has,how,do,please,an,if,but,or,as,so,me,all,just,when,his,her,he,she,in,a"),
          entry(
              "pt",
              "de,o,que,e,do,da,em,um,para,com,não,uma,os,no,se,na,por,mais,as,dos,como,mas,ao,ele,das,seu,sua,ou,quando,muito,nos,já,eu,também,só,pelo,pela,até,isso,ela,entre,depois,sem,mesmo,aos,você,é,são,foi,está,meu,minha,nome,preciso,ajuda"),
          entry(
              "es",
              "de,la,que,el,en,y,los,del,se,las,por,un,para,con,no,una,su,al,lo,como,más,pero,sus,le,ya,o,este,sí,porque,esta,entre,cuando,muy,sin,sobre,también,me,hasta,hay,donde,quien,desde,todo,nos,es,está,yo,mi,necesito,ayuda,llamo"),
          entry(
              "fr",
              "de,la,le,et,les,des,en,un,du,une,que,est,pour,qui,dans,a,par,plus,pas,au,sur,ne,se,ce,il,sont,avec,vous,je,nous,mais,ou,elle,être,cette,aux,comme,son,sa,ses,mon,ma,me,suis,c,d,l,n,j,m,connecter,à"),
          entry(
              "de",
              "der,die,und,in,den,von,zu,das,mit,sich,des,auf,für,ist,im,dem,nicht,ein,eine,als,auch,es,an,werden,aus,er,hat,dass,sie,nach,wird,bei,einer,um,am,sind,noch,wie,einem,über,ich,wir,aber,mein,meine,bitte,brauche,heiße"),
          entry(
              "it",
              "di,che,e,la,il,un,a,per,è,in,una,sono,mi,ho,non,si,lo,ma,ti,con,le,da,al,del,della,dei,i,gli,nel,alla,più,come,questo,ha,io,mio,mia,bisogno,chiamo,aiuto,se,anche,delle"),
          entry(
              "nl",
              "de,het,een,van,en,in,is,dat,op,te,zijn,met,voor,niet,aan,er,om,ook,als,dan,maar,bij,nog,uit,naar,heb,ik,je,mijn,wij,u,hij,ze,deze,dit,wordt,heet,hulp,nodig"),
          entry(
              "pl",
              "w,i,na,z,się,nie,do,to,że,jest,o,jak,po,co,za,od,ale,czy,dla,tak,mam,mnie,proszę,pomocy,potrzebuję,nazywam,są,przez,przy"),
          entry(
              "cs",
              "a,v,se,na,je,že,o,s,z,do,to,i,za,po,jsem,jako,ale,pro,tak,by,jak,si,ve,jmenuji,potřebuji,pomoc,k,od"),
          entry(
              "tr",
              "ve,bir,bu,da,de,için,ile,çok,var,benim,ne,gibi,daha,ama,olarak,adım,ihtiyacım,yardıma,mi,ben,o"),
          entry(
              "vi",
              "là,và,của,có,không,cho,được,tôi,trong,một,với,các,này,những,cần,tên,trợ,giúp,người"),
          entry(
              "id",
              "dan,yang,di,ini,itu,dengan,untuk,saya,tidak,dari,ke,pada,adalah,ada,nama,butuh,bantuan,akan,bisa"),
          entry(
              "sw", "na,ya,wa,kwa,ni,katika,la,za,cha,jina,langu,ninahitaji,msaada,hii,yangu,kuwa"),
          entry(
              "sv",
              "och,i,att,det,som,en,på,är,av,för,med,till,den,inte,ett,om,har,jag,min,mitt,heter,behöver,hjälp,så,men"),
          entry(
              "da",
              "og,i,at,det,er,en,til,på,som,med,for,af,den,jeg,ikke,der,har,min,mit,hedder,brug,hjælp"),
          entry(
              "fi",
              "ja,on,ei,että,se,en,ole,hän,mutta,minä,nimeni,tarvitsen,apua,kun,niin,oli,tai,olen"),
          entry(
              "ro",
              "și,de,în,la,cu,nu,o,pe,un,este,care,din,să,am,mai,pentru,numele,meu,ajutor,nevoie"),
          entry("hu", "a,az,és,hogy,nem,is,egy,ez,van,de,meg,csak,segítség,nevem,vagyok"),
          entry(
              "no",
              "og,i,jeg,det,at,en,et,den,til,er,som,på,de,med,han,av,ikke,der,så,var,meg,seg,men,ett,har,om,vi,min,mitt,ha,hadde,hun,nå,over,da,ved,fra,du,ut"),
          entry(
              "ca",
              "de,la,i,que,el,en,a,els,les,un,per,amb,no,és,una,del,al,es,va,ser,com,més,però,són,aquest"),
          entry("yo", "ni,mi,orúkọ,ti,ń,àti,sí,wọ́n"));

  /** Languages whose little words are known. */
  public static final Set<String> KNOWN = LITTLE_WORDS.keySet();

  private Language() {}

  private static Map.Entry<String, Set<String>> entry(String language, String words) {
    return Map.entry(language, Set.of(words.split(",")));
  }

  /** The language with the most little words among {@code words}, if it has at least two. */
  static Optional<String> of(List<String> words) {
    String best = "";
    int most = ENOUGH - 1;
    for (Map.Entry<String, Set<String>> language : LITTLE_WORDS.entrySet()) {
      int count = count(words, language.getKey());
      boolean first = best.isEmpty() || language.getKey().compareTo(best) < 0;
      if (count > most || count == most && count >= ENOUGH && first) {
        best = language.getKey();
        most = count;
      }
    }
    return best.isEmpty() ? Optional.empty() : Optional.of(best);
  }

  /** How many of {@code words}, in lower case, are little words of {@code language}. */
  public static int count(List<String> words, String language) {
    Set<String> little = LITTLE_WORDS.getOrDefault(language, Set.of());
    int count = 0;
    for (String word : words) {
      count += little.contains(word) ? 1 : 0;
    }
    return count;
  }
}
